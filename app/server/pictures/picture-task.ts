import type { OutputInfo, Sharp } from 'sharp'
import sharp from 'sharp'
import { type EncodeRefusal, pictureFormatOf } from '../../kernel/picture-format.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'

export interface Pixels {
  readonly width: number
  readonly height: number
}

export interface Jpeg extends Pixels {
  readonly jpeg: Buffer
}

export interface EncodedCopy {
  readonly width: number
  readonly format: 'avif' | 'webp'
  readonly content: Buffer
}

export interface Cut {
  readonly cut: Pixels & { readonly left: number; readonly top: number }
  readonly card: Pixels
}

export type ReadRefusal = Exclude<EncodeRefusal, 'busy' | 'too_slow'>

/** R5 */
const mostPixels = 40_000_000
/** Pixels; JPEG allows no more, and a line of pixels takes as long as a square of thousands. */
const longestSide = 65_535

/** The only decoders that read visitors' files. */
const allowedLoaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
const drawingLoader = { operation: ['VipsForeignLoadSvgBuffer'] }

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: allowedLoaders })

interface RawPixels {
  readonly data: Buffer
  readonly info: OutputInfo
}

const toSharp = ({ data, info: { width, height, channels } }: RawPixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** Only the pixels of a file, scaled down into `within` (R3, R5). */
const pixelsOf = async (file: Buffer, within: Pixels): Promise<Result<RawPixels, ReadRefusal>> => {
  try {
    const bytes = pictureFormatOf(file) === 'png' ? withoutTexts(file) : file
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels) return refused('too_many_pixels')
    if (Math.max(width, height) > longestSide) return refused('too_long')
    const decoded = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      // JPEG has no transparency, and all formats must look the same.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return ok(decoded)
  } catch {
    return refused('broken')
  }
}

const copiesOf = async (pixels: RawPixels, widths: readonly number[]): Promise<readonly EncodedCopy[]> => {
  const made: EncodedCopy[] = []
  for (const width of widths) {
    const resized = width === pixels.info.width ? toSharp(pixels) : toSharp(pixels).resize({ width })
    const webp = await resized.clone().webp({ quality: 76, effort: 4 }).toBuffer()
    const avif = await resized.avif({ quality: 50, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
    made.push({ width, format: 'webp', content: webp }, { width, format: 'avif', content: avif })
  }
  return made
}

const pointsOfInch = 72

/** The SVG loader is unblocked for this drawing only. */
const draw = async (svg: Buffer, within: Pixels): Promise<Result<Jpeg, 'broken'>> => {
  sharp.unblock(drawingLoader)
  try {
    const { width, height } = await sharp(svg, { density: pointsOfInch }).metadata()
    const density = pointsOfInch * Math.min(within.width / width, within.height / height)
    const { data, info } = await sharp(svg, { density, limitInputPixels: mostPixels })
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 90 })
      .toBuffer({ resolveWithObject: true })
    return ok({ jpeg: data, width: info.width, height: info.height })
  } catch {
    return refused('broken')
  } finally {
    sharp.block(drawingLoader)
  }
}

const paper = '#f2eee5'

const cut = (picture: Buffer, { cut, card }: Cut): Promise<Buffer> => {
  const [across, down] = [card.width - cut.width, card.height - cut.height]
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)]
  return sharp(picture, { limitInputPixels: mostPixels })
    .extract(cut)
    .extend({ left, right: across - left, top, bottom: down - top, background: paper })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

export const createPictureTask = () => {
  let last: RawPixels | undefined
  return {
    draw,
    cut,
    async read(file: Buffer, within: Pixels): Promise<Result<Jpeg, ReadRefusal>> {
      const pixels = await pixelsOf(file, within)
      if (!pixels.ok) return pixels
      last = pixels.value
      const { width, height } = last.info
      return ok({ width, height, jpeg: await toSharp(last).jpeg({ quality: 78, mozjpeg: true }).toBuffer() })
    },
    async copies(widths: readonly number[]): Promise<readonly EncodedCopy[]> {
      if (last === undefined) throw new Error('no picture was read')
      return copiesOf(last, widths)
    },
  }
}
export type PictureTask = ReturnType<typeof createPictureTask>

const signatureLength = 8
const frameLength = 12

/** Chunks that affect the picture; of each the first counts. `IDAT` may repeat. */
const needed: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'cICP',
  'iCCP',
  'sRGB',
  'gAMA',
  'cHRM',
  'sBIT',
  'eXIf',
])

/** Removes text chunks: hundreds of compressed ones unpack to megabytes each in the decoder. Broken PNGs stay broken. */
export const withoutTexts = (png: Buffer): Buffer => {
  const kept = [png.subarray(0, signatureLength)]
  const seen = new Set<string>()
  let at = signatureLength
  while (at + frameLength <= png.length) {
    const end = at + frameLength + png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const isNeeded = type === 'IDAT' || type === 'IEND' || (needed.has(type) && !seen.has(type))
    if (isNeeded) kept.push(png.subarray(at, end))
    seen.add(type)
    if (type === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}
