import { displayImageUrl } from '~/kernel/image-url.ts'

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
