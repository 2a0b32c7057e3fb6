/** A picture or PDF that a member put there, by the name of its file: the hash of its content (R1). */
export interface UploadTable {
  /** Without its ending; a picture's sizes and formats add theirs. */
  name: string
  kind: 'picture' | 'pdf'
  /** Of the largest size, in pixels; 0 for a PDF. */
  width: number
  height: number
  bytes: number
  source: 'own' | 'demo'
  /** Epoch ms, of its last put, first use, or check; what nothing refers to goes a week later. 1 when it was let go, 0 or less while it is removed. */
  lastPutAt: number
}

/** Who put an upload there: two members may put the same. */
export interface UploadOwnerTable {
  name: string
  /** The id of a member, or one of `sharedOwners` of the pictures' rules. */
  owner: string
  /** As those of the upload. */
  bytes: number
  /** 1 until something refers to it (D5). */
  waiting: number
}

/** A picture of goods at its owner's address, and what became of it. */
export interface PictureSourceTable {
  /** As `pictureSource` of the pictures' rules writes it. */
  address: string
  /** The upload that it became; null until then. */
  name: string | null
  /** Why the last try came to nothing. */
  failure: string | null
  /** Since it was noted or changed. */
  tries: number
  /** Epoch ms; null when nothing is left to be done. */
  nextTryAt: number | null
  /** How many goods of its kind are shown before it. */
  place: number
  /** Goods that show it, in the owner's words. */
  shownBy: string
  /** Size and time of a file of the shop's own, '' for outside addresses. */
  version: string
}
