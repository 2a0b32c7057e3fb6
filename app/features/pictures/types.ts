import type { EncodeRefusal } from '~/kernel/picture-format.ts'

/**
 * A recipe's picture takes the right to post, a member's own photograph does not; one of the gallery's home takes a curator, one
 * of a product the owner at her desk.
 */
export type PicturePurpose = 'recipe' | 'photo' | 'curated' | 'product'

/** Why there is no room for an upload: too much of hers, or of the whole shop, is not used yet, or the disk is nearly full (D5). */
export type UploadRoom = 'too_many_unused' | 'shop_full' | 'disk_full'

export type UploadRefusal = 'not_signed_in' | 'no_permission' | 'too_many_uploads' | 'busy' | UploadRoom
export type PictureRefusal = UploadRefusal | EncodeRefusal
export type PdfRefusal = UploadRefusal | 'not_a_pdf'

/** What came of an upload: the address to put into a field (R1), and its size in pixels. */
export interface UploadedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

/** The answer of both calls. */
export type UploadAnswer = (UploadedPicture | { readonly url: string }) | { readonly error: string }

/** A picture that a product shows, at the address that the owner gave. */
export interface ProductPicture {
  readonly address: string
  /** Whose it is, in the owner's words. */
  readonly shownBy: string
}

/** Why a product's picture has no copy of ours; it is shown from its own address, where it can be. */
export type SourceFailure =
  | `status ${number}`
  | 'not allowed'
  | 'unreachable'
  | 'unreadable'
  | 'too large'
  | 'missing'
  | 'drawing'
  | Exclude<EncodeRefusal, 'busy'>
