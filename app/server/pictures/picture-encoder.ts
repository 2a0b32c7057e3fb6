import type { OutputInfo, Sharp } from 'sharp'
import { type EncodeRefusal, pictureFormatOf } from '../../kernel/picture-format.ts'
import { ok, type Result, refused } from '../../kernel/result.ts'
import type { WaitOutside } from '../http/render-lanes.ts'

/** A picture without anything of the file that it came in but its pixels. */
export interface Encoded {
  readonly width: number
  readonly height: number
  readonly jpeg: Buffer
  readonly copies: readonly EncodedCopy[]
}

export interface EncodedCopy {
  readonly width: number
  readonly format: 'avif' | 'webp'
  readonly content: Buffer
}

interface Pixels {
  readonly width: number
  readonly height: number
}

export interface EncodePlan {
  /** What it is made to fit into; smaller pictures stay as they are (R3). */
  readonly within: Pixels
  readonly widthsOf: (width: number) => readonly number[]
  /** One that is there already gets no copies. */
  readonly isKnown: (picture: Omit<Encoded, 'copies'>) => Promise<boolean>
}

export interface CutPlan {
  /** Gives the picture when its turn has come; undefined when it is not there, or not wanted any more. */
  readonly read: () => Promise<Uint8Array | undefined>
  /** Done before the next one's turn. */
  readonly keep: (jpeg: Buffer) => Promise<void>
  readonly cut: Pixels & { readonly left: number; readonly top: number }
  /** What the cut lies in the middle of. */
  readonly card: Pixels
}

export interface PictureEncoder {
  /** `busy` when too many wait already. */
  encode(bytes: Uint8Array, plan: EncodePlan): Promise<Result<Encoded, EncodeRefusal>>
  /**
   * A JPEG of an SVG that lies in the shop's own folder, as large as fits; never for what a visitor sent or an outside address gave.
   * What it refers to outside itself is left out.
   */
  draw(svg: Uint8Array, within: Pixels): Promise<Result<Omit<Encoded, 'copies'>, 'broken' | 'busy'>>
  /**
   * A JPEG of a part of one of our own pictures. It is `busy` sooner than `encode`: nobody waits for it with a picture of hers.
   */
  cut(plan: CutPlan): Promise<Result<Buffer, 'not_there' | 'busy'>>
}

/** Some seconds of one core each. */
const mostWaiting = 8
const mostCutsWaiting = 2

/** R5 */
const mostPixels = 40_000_000

/** One picture at a time for the whole process: each takes a thread of the pool that reads files and hashes passwords. */
export const createPictureEncoder = (longestQueue = mostWaiting): PictureEncoder => {
  let last: Promise<unknown> = Promise.resolve()
  let begun = 0
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    begun += 1
    const done = last.then(work)
    last = done.catch(() => {}).finally(() => (begun -= 1))
    return done
  }
  return {
    async encode(bytes, plan) {
      const format = pictureFormatOf(bytes)
      if (format === undefined) return refused('not_a_picture')
      if (format === 'heic' || format === 'animated') return refused(format)
      if (begun > longestQueue) return refused('busy')
      return inTurn(() => encodeOne(bytes, plan))
    },
    async draw(svg, within) {
      if (begun > Math.min(longestQueue, mostCutsWaiting)) return refused('busy')
      return inTurn(() => drawOne(svg, within))
    },
    async cut(plan) {
      if (begun > Math.min(longestQueue, mostCutsWaiting)) return refused('busy')
      return inTurn(async () => {
        const bytes = await plan.read()
        if (bytes === undefined) return refused('not_there')
        const jpeg = await cutOne(bytes, plan)
        await plan.keep(jpeg)
        return ok(jpeg)
      })
    },
  }
}

/** For one request: while it waits for its picture, another one may be rendered. */
export const encoderOutside = (encoder: PictureEncoder, waitOutside: WaitOutside): PictureEncoder => ({
  encode: (bytes, plan) => waitOutside(() => encoder.encode(bytes, plan)),
  draw: (svg, within) => waitOutside(() => encoder.draw(svg, within)),
  cut: (plan) => waitOutside(() => encoder.cut(plan)),
})

/** Of what a visitor sends only these decoders see anything. */
const allowedLoaders = ['Jpeg', 'Png', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Loaded with the first picture: it takes some 20 MB, and most processes of the shop never see one. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: allowedLoaders })
  return sharp
}

const encodeOne = async (bytes: Uint8Array, plan: EncodePlan): Promise<Result<Encoded, EncodeRefusal>> => {
  const sharp = await loadSharp()
  const decoded = await decode(sharp, bytes, plan.within)
  if (!decoded.ok) return decoded
  const { data, info } = decoded.value
  const { width, height, channels } = info
  const pixels = (): Sharp => sharp(data, { raw: { width, height, channels } })
  const picture = { width, height, jpeg: await pixels().jpeg({ quality: 78, mozjpeg: true }).toBuffer() }
  const copies: EncodedCopy[] = []
  if (await plan.isKnown(picture)) return ok({ ...picture, copies })
  for (const wide of plan.widthsOf(width)) {
    const resized = wide === width ? pixels() : pixels().resize({ width: wide })
    const webp = await resized.clone().webp({ quality: 76, effort: 4 }).toBuffer()
    const avif = await resized.avif({ quality: 50, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
    copies.push(
      { width: wide, format: 'webp', content: webp },
      { width: wide, format: 'avif', content: avif },
    )
  }
  return ok({ ...picture, copies })
}

const drawingLoader = { operation: ['VipsForeignLoadSvgBuffer'] }
const pointsOfInch = 72

/** Locked again before the next one's turn. A limit of time would not stop librsvg, and throw away what has taken so long. */
const drawOne = async (
  svg: Uint8Array,
  within: Pixels,
): Promise<Result<Omit<Encoded, 'copies'>, 'broken'>> => {
  const sharp = await loadSharp()
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

const cutOne = async (bytes: Uint8Array, { cut, card }: CutPlan): Promise<Buffer> => {
  const sharp = await loadSharp()
  const [across, down] = [card.width - cut.width, card.height - cut.height]
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)]
  return sharp(bytes, { limitInputPixels: mostPixels })
    .timeout({ seconds: 30 })
    .extract(cut)
    .extend({ left, right: across - left, top, bottom: down - top, background: paper })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

const decode = async (
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  bytes: Uint8Array,
  within: Pixels,
): Promise<Result<{ readonly data: Buffer; readonly info: OutputInfo }, EncodeRefusal>> => {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels) return refused('too_many_pixels')
    const decoded = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: 30 })
      .autoOrient()
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      // JPEG has no transparency, and a picture looks the same in all its formats.
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return ok(decoded)
  } catch {
    return refused('broken')
  }
}
