import type { OutputInfo, OverlayOptions, Sharp } from 'sharp'
import sharp from 'sharp'
import { type EncodeRefusal, longestSide, mostPixels, pictureFormatOf } from '../../kernel/picture-format.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import { type CardWords, shareCardSize } from '../../kernel/share-card.ts'
import { isVisible } from '../../kernel/text.ts'

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

export type ReadRefusal = Exclude<EncodeRefusal, 'busy' | 'too_slow'>

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

const card = { ...shareCardSize, paper: '#f2eee5', margin: 30, gap: 40, leastForWords: 320, shopHeight: 34 }

/** The first that is installed; the Japanese forms of kanji before those of other languages. */
const fonts = ['Noto Sans CJK JP', 'Noto Sans JP', 'IPAexGothic', 'VL Gothic', 'Hiragino Sans', 'sans-serif']
const longestTitle = 80

/** Servers have no font of emoji, with their skin tones, flags and keycaps, and draw boxes. */
const withoutFont =
  /(?:[#*\d]\ufe0f?\u20e3|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]|\p{Cc}|\u200d|\ufe0f|\u20e3)+/gu

/** `px` high letters, in lines of at most `width`; scaled down into `height`. Undefined when nothing is left to be drawn. */
const drawnText = async (
  text: string,
  { px, ink, width, height }: Pixels & { readonly px: number; readonly ink: string },
): Promise<Buffer | undefined> => {
  const shown = text.replaceAll(withoutFont, ' ').trim()
  if (!isVisible(shown)) return undefined
  const escaped = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const made = sharp({
    text: {
      text: `<span foreground="${ink}" lang="ja">${escaped}</span>`,
      font: `${fonts.join(',')} bold ${px}`,
      width,
      wrap: 'word-char',
      spacing: Math.round(px / 4),
      dpi: 72,
      rgba: true,
    },
  })
  return sharp(await made.png().toBuffer(), { limitInputPixels: mostPixels })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** Without a Japanese font every sign is a box; with one this sign is a flat line. */
const drawsJapanese = async (): Promise<boolean> => {
  const { info } = await sharp({ text: { text: '一', font: `${fonts.join(',')} 60`, dpi: 72, rgba: true } })
    .png()
    .toBuffer({ resolveWithObject: true })
  return info.width > 3 * info.height
}

/** Short titles in large letters. */
const lettersOf = (title: string): number => (title.length <= 12 ? 56 : title.length <= 30 ? 46 : 38)

/**
 * A card with the whole picture, never enlarged, at its left and the words at its right (W62); where no Japanese font is installed, or
 * a very wide picture leaves no room, with the picture alone in its middle. `mark` is its description.
 */
const shareCard = async (picture: Buffer, words: CardWords, mark: string): Promise<Buffer> => {
  const inner = { width: card.width - 2 * card.margin, height: card.height - 2 * card.margin }
  const fit = { fit: 'inside', withoutEnlargement: true } as const
  const hasWords = await drawsJapanese()
  const room = { ...inner, width: hasWords ? inner.width - card.gap - card.leastForWords : inner.width }
  const { data, info } = await sharp(picture, { limitInputPixels: mostPixels })
    .resize({ ...room, ...fit })
    .png()
    .toBuffer({ resolveWithObject: true })
  const top = Math.floor((card.height - info.height) / 2)
  const parts: OverlayOptions[] = []
  if (hasWords) {
    const left = card.margin + info.width + card.gap
    const width = card.width - left - card.margin
    const height = inner.height - card.shopHeight - card.gap
    const signs = [...words.title]
    const cutTitle = signs.length > longestTitle ? `${signs.slice(0, longestTitle).join('')}…` : words.title
    const px = lettersOf(words.title)
    const title = await drawnText(cutTitle, { px, ink: '#23262f', width, height })
    const shop = await drawnText(words.shop, { px: 26, ink: '#1f3a6e', width, height: card.shopHeight })
    if (title !== undefined) {
      const drawn = await sharp(title).metadata()
      parts.push({ input: title, left, top: card.margin + Math.floor((height - drawn.height) / 2) })
    }
    if (shop !== undefined)
      parts.push({ input: shop, left, top: card.height - card.margin - card.shopHeight })
  }
  return sharp({ create: { ...shareCardSize, channels: 3, background: card.paper } })
    .composite([
      { input: data, top, left: hasWords ? card.margin : Math.floor((card.width - info.width) / 2) },
      ...parts,
    ])
    .withExif({ IFD0: { ImageDescription: mark } })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

export const createPictureTask = () => {
  let last: RawPixels | undefined
  return {
    draw,
    shareCard,
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
