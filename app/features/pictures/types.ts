import type { EncodeRefusal } from '~/kernel/picture-format.ts'

/** 'recipe' needs the right to post, 'curated' who may curate (A3), 'product' the owner at her desk. */
export type PicturePurpose = 'recipe' | 'photo' | 'curated' | 'product'

/** Too much unused by the member, or by the whole shop, or the disk is nearly full (D5). */
export type UploadRoom = 'too_many_unused' | 'shop_full' | 'disk_full'

export type UploadRefusal = 'not_signed_in' | 'no_permission' | 'too_many_uploads' | 'busy' | UploadRoom
export type PictureRefusal = UploadRefusal | EncodeRefusal
export type PdfRefusal = UploadRefusal | 'not_a_pdf'

/** The address for a form's field (R1); px. */
export interface UploadedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

export type UploadAnswer = (UploadedPicture | { readonly url: string }) | { readonly error: string }

export interface ProductPicture {
  readonly address: string
  /** The product in the owner's words. */
  readonly shownBy: string
}

/** Why a product's picture has no copy and is shown from its own address. */
export type SourceFailure =
  | `status ${number}`
  | 'not allowed'
  | 'unreachable'
  | 'unreadable'
  | 'too large'
  | 'missing'
  | 'drawing'
  | Exclude<EncodeRefusal, 'busy'>
