/** A member's picture or PDF (R1). */
export interface UploadTable {
  /** The hash of its content, without ending; sizes and formats add theirs. */
  name: string
  kind: 'picture' | 'pdf'
  /** Of the largest size in pixels; 0 for a PDF. */
  width: number
  height: number
  bytes: number
  source: 'own' | 'demo'
  /** Epoch ms, of its last put, first use, or check; what nothing refers to goes a week later. 1 when it was let go, 0 or less while it is removed. */
  lastPutAt: number
}

/** Two members may put the same upload. */
export interface UploadOwnerTable {
  name: string
  /** A member's id, or one of the pictures' `sharedOwners`. */
  owner: string
  bytes: number
  /** 1 until something uses it (D5). */
  waiting: number
}

/** A product picture at its owner's address, and its copy. */
export interface PictureSourceTable {
  address: string
  /** The upload made from it, or null. */
  name: string | null
  failure: string | null
  /** Since it was noted or changed. */
  tries: number
  /** Epoch ms; null when nothing is left to do. */
  nextTryAt: number | null
  /** How many products of its kind are shown before it. */
  place: number
  /** Products that show it, in the owner's words. */
  shownBy: string
  /** Size and time of the shop's own file; '' for outside addresses. */
  version: string
}
