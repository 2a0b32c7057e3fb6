import { displayImageUrl } from '~/kernel/image-url.ts'
import type { NewMail } from '~/kernel/mail.ts'
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

/** Of the AVIF and WebP copies, in px; a smaller picture's own width replaces larger ones. */
const widths = [400, 800] as const

/** In px. */
export const longestSide = 1200

export interface PictureSources {
  readonly src: string
  /** `srcset` of each format; only for our own pictures. */
  readonly avif?: string
  readonly webp?: string
  /** In px; only for our own pictures. */
  readonly width?: number
  readonly height?: number
}

export interface PicturedLink {
  readonly to: string
  readonly title: string
  readonly imageUrl: string
}

export interface PictureName {
  /** Hash and size: the key of `upload`. */
  readonly name: string
  readonly width: number
  readonly height: number
}

const ownPicture = /^\/Image\/uploads\/([0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3}))\.jpg$/
const ownPdf = /^\/Image\/uploads\/([0-9a-f]{32})\.pdf$/

/** Undefined for addresses other than our own pictures'. */
export const pictureOf = (url: string): PictureName | undefined => {
  const [, name, width, height] = ownPicture.exec(url) ?? []
  return name === undefined ? undefined : { name, width: Number(width), height: Number(height) }
}

/** Key of a picture's or PDF's `upload`; undefined for other addresses. */
export const uploadNameOf = (url: string): string | undefined => pictureOf(url)?.name ?? ownPdf.exec(url)?.[1]

export const uploadNamesOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.map(uploadNameOf).filter((name) => name !== undefined)),
]

export const pictureUrl = (name: string): string => `/Image/uploads/${name}.jpg`
export const pdfUrl = (name: string): string => `/Image/uploads/${name}.pdf`

export const uploadUrl = (name: string): string => (name.includes('-') ? pictureUrl(name) : pdfUrl(name))

/** Owners that are no members; `anybody` is for uploads from before owners were kept. */
export const sharedOwners = { curators: 'curators', shop: 'shop', anybody: '' } as const

export const widthsOf = (width: number): readonly number[] => [
  ...widths.filter((smaller) => smaller < width),
  width,
]

type CopyFormat = 'avif' | 'webp'

export const copyName = (name: string, width: number, format: CopyFormat): string =>
  `${name}-${width}.${format}`

/** The file that is written last comes first. */
export const filesOf = ({
  name,
  width,
}: {
  readonly name: string
  readonly width: number
}): readonly string[] =>
  width === 0
    ? [`${name}.pdf`]
    : [
        `${name}.jpg`,
        ...widthsOf(width).flatMap((wide) => [copyName(name, wide, 'avif'), copyName(name, wide, 'webp')]),
      ]

export const uploadUrlsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/Image\/uploads\/[\w-]+\.(?:jpg|pdf)/g)].map(([url]) => url)

/** Our smallest size for places of about 100 px; other pictures as they are (P18). */
export const smallPictureUrl = (url: string): string => {
  const picture = pictureOf(url)
  const width = widthsOf(picture?.width ?? 0)[0] ?? 0
  return picture === undefined
    ? displayImageUrl(url)
    : `/Image/uploads/${copyName(picture.name, width, 'webp')}`
}

/** Read from the address alone, without a query (P18). */
export const pictureSources = (url: string | null | undefined): PictureSources => {
  const picture = pictureOf(url ?? '')
  if (picture === undefined) return { src: displayImageUrl(url) }
  const { name, width, height } = picture
  const set = (format: CopyFormat) =>
    widthsOf(width)
      .map((wide) => `/Image/uploads/${copyName(name, wide, format)} ${wide}w`)
      .join(', ')
  return { src: pictureUrl(name), avif: set('avif'), webp: set('webp'), width, height }
}

export const megabyte = 1_048_576

/** A draft on a member's device may refer to an upload that no row of ours does. */
export const keptWithoutUseMs = 7 * 86_400_000

/** `lastPutAt` of a released upload, which the next collection checks. */
export const letGo = 1

/** `lastPutAt` after a failed removal. */
export const toBeRemoved = 0

/** `lastPutAt` while one process removes it since `startedAt` (epoch ms); below 0, so that nobody uses or puts it. */
export const beingRemoved = (startedAt: number): number => -startedAt

/** An older removal belongs to a process that died. */
export const removalMs = 600_000

/** Limits of unused uploads (D5): files and bytes of one member, bytes of the whole shop. */
export const waitingLimits = { files: 100, bytes: 60 * megabyte, bytesOfShop: 2_048 * megabyte } as const

/** Disk space that pictures leave free, because orders need it too (D5). */
export const leastFreeBytes = 1_024 * megabyte

/** Such as 1GB. */
export const inGigabytes = (bytes: number): string => `${bytes / (1_024 * megabyte)}GB`

export interface Waiting {
  readonly files: number
  readonly bytes: number
  readonly bytesOfShop: number
}

/** Why `more` may not be added to what waits; undefined when there is room (D5). */
export const lackOfRoom = (
  { files, bytes, bytesOfShop }: Waiting,
  more: { readonly files: number; readonly bytes: number },
): UploadRoom | undefined => {
  if (files + more.files > waitingLimits.files || bytes + more.bytes > waitingLimits.bytes)
    return 'too_many_unused'
  return bytesOfShop + more.bytes > waitingLimits.bytesOfShop ? 'shop_full' : undefined
}

const words = {
  shop_full: {
    subject: '［要確認］作品の写真とPDFの登録を止めています',
    opening: [
      `会員が登録したまま、まだ作品やプロフィールに使っていない写真とPDFが、合わせて${inGigabytes(waitingLimits.bytesOfShop)}になりました。`,
      'そのため、新しい写真とPDFの登録を止めています。お店の販売と、ギャラリーの表示は続いています。',
    ],
    what: [
      '使われないものは、1週間で自動で片づけられ、登録も自動でもとに戻ります。急いですることはありません。',
      '知らない会員がたくさん増えていないか、確かめてください。: npm run member -- list',
    ],
  },
  disk_full: {
    subject: '［至急］ディスクの空きが少なくなっています',
    opening: [
      `お店のデータがあるディスクの空きが、${inGigabytes(leastFreeBytes)}より少なくなりました。`,
      'ご注文を記録する場所を残すため、写真とPDFの登録を止めています。お店の販売は続いています。',
    ],
    what: [
      'ディスクを大きくするか、お店のほかのファイルを片づけてください。空きができると、登録は自動でもとに戻ります。',
      'お店のデータのフォルダ（DATA_DIR）の中のファイルは、手で消さないでください。',
    ],
  },
} as const satisfies Record<Exclude<UploadRoom, 'too_many_unused'>, unknown>

/** Tells the owner that uploads are refused, once for each `day` such as 2024-09-05 (D5). */
export const fullMail = (
  room: keyof typeof words,
  { day, ownerEmail }: { readonly day: string; readonly ownerEmail: string },
): NewMail => {
  const { subject, opening, what } = words[room]
  return {
    kind: `owner_${room}`,
    subjectKey: day,
    recipient: ownerEmail,
    holdsToken: false,
    subject,
    preview: opening[0],
    heading: subject.replace(/^［.+?］/, ''),
    opening,
    link: null,
    blocks: [{ heading: 'すること', lines: what }],
    closing: ['このメールは、続いている間、1日に1通だけお送りします。'],
  }
}
