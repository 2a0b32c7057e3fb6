export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif'

export type OtherFormat = 'heic' | 'animated'

export type EncodeRefusal =
  | OtherFormat
  | 'not_a_picture'
  | 'too_many_pixels'
  | 'too_long'
  | 'too_slow'
  | 'broken'
  | 'busy'

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

const brandsOf = (bytes: Uint8Array): readonly string[] => {
  const [, , high = 0, low = 0] = bytes
  const end = Math.min(high * 256 + low, 256, bytes.length)
  return Array.from({ length: Math.max(0, Math.floor((end - 8) / 4)) }, (_, at) =>
    text(bytes, 8 + at * 4, 12 + at * 4),
  )
}

const heicBrands: ReadonlySet<string> = new Set([
  'heic',
  'heix',
  'heim',
  'heis',
  'hevc',
  'hevx',
  'mif1',
  'msf1',
])

const formatOfBoxes = (bytes: Uint8Array): PictureFormat | OtherFormat | undefined => {
  const brands = brandsOf(bytes)
  if (brands[0] === 'avis') return 'animated'
  if (brands.includes('avif')) return 'avif'
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : undefined
}

/** By the first 256 bytes, whatever the name says (R5); undefined for anything else. */
export const pictureFormatOf = (bytes: Uint8Array): PictureFormat | OtherFormat | undefined => {
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'animated'
  if (text(bytes, 4, 8) === 'ftyp') return formatOfBoxes(bytes)
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined
  const isExtended = text(bytes, 12, 16) === 'VP8X'
  return isExtended && ((bytes[20] ?? 0) & 2) !== 0 ? 'animated' : 'webp'
}

/** PDF readers look for the mark in the first kilobyte. */
export const isPdf = (bytes: Uint8Array): boolean => text(bytes, 0, 1024).includes('%PDF-')

/** Pixels of a picture that is taken in (R5). */
export const mostPixels = 40_000_000
/** Of either side, in pixels: JPEG allows no more, and a line of pixels takes as long as a square of thousands. */
export const longestSide = 65_535
