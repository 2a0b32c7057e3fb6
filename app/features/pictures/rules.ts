import { displayImageUrl } from '~/kernel/image-url.ts'

/** Widths of the AVIF and WebP copies, in pixels; the picture's own stands in the place of wider ones. */
const widths = [400, 800] as const

/** Longest side of what is kept, in pixels. */
export const longestSide = 1200

/** A picture for <picture>: addresses and pixels. */
export interface PictureSources {
  readonly src: string
  /** `srcset` of each format; a picture that is not one of ours has none. */
  readonly avif?: string
  readonly webp?: string
  /** Of the largest; known of our own ones. */
  readonly width?: number
  readonly height?: number
}

export interface PictureName {
  /** Hash and size, without an ending: the key of `upload`. */
  readonly name: string
  readonly width: number
  readonly height: number
}

const ownPicture = /^\/Image\/uploads\/([0-9a-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3}))\.jpg$/
const ownPdf = /^\/Image\/uploads\/([0-9a-f]{32})\.pdf$/

/** What the address of a picture that came by our own upload says; undefined for all others. */
export const pictureOf = (url: string): PictureName | undefined => {
  const [, name, width, height] = ownPicture.exec(url) ?? []
  return name === undefined ? undefined : { name, width: Number(width), height: Number(height) }
}

/** The key of `upload` in the address of a picture or PDF that came by our own upload; undefined for all others. */
export const uploadNameOf = (url: string): string | undefined => pictureOf(url)?.name ?? ownPdf.exec(url)?.[1]

/** The keys of the uploads at these addresses, each once; others are left out. */
export const uploadNamesOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.map(uploadNameOf).filter((name) => name !== undefined)),
]

export const pictureUrl = (name: string): string => `/Image/uploads/${name}.jpg`
export const pdfUrl = (name: string): string => `/Image/uploads/${name}.pdf`

/** The address of the upload of this key: a picture's has its size in it. */
export const uploadUrl = (name: string): string => (name.includes('-') ? pictureUrl(name) : pdfUrl(name))

/** Owners of uploads who are no member: who curates the gallery's home, the shop, and anybody, of before owners were kept. */
export const sharedOwners = { curators: 'curators', shop: 'shop', anybody: '' } as const

/** The widths in which a picture is kept, never wider than itself. */
export const widthsOf = (width: number): readonly number[] => [
  ...widths.filter((smaller) => smaller < width),
  width,
]

type CopyFormat = 'avif' | 'webp'

/** Name of the file. */
export const copyName = (name: string, width: number, format: CopyFormat): string =>
  `${name}-${width}.${format}`

/** All files of an upload. The one that is put last is named first. */
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

/** The addresses of uploads that stand anywhere in a text. */
export const uploadUrlsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\/Image\/uploads\/[\w-]+\.(?:jpg|pdf)/g)].map(([url]) => url)

/** A picture of ours in its smallest size, for a place of some 100 pixels; others as they are (P18). */
export const smallPictureUrl = (url: string): string => {
  const picture = pictureOf(url)
  const width = widthsOf(picture?.width ?? 0)[0] ?? 0
  return picture === undefined
    ? displayImageUrl(url)
    : `/Image/uploads/${copyName(picture.name, width, 'webp')}`
}

/** The sizes and formats of the picture behind an address, told by the address alone (P18). */
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
