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

export interface EncodePlan {
  /** In pixels; smaller pictures stay as they are (R3). */
  readonly longestSide: number
  readonly widthsOf: (width: number) => readonly number[]
  /** One that is there already gets no copies. */
  readonly isKnown: (picture: Omit<Encoded, 'copies'>) => Promise<boolean>
}

export interface PictureEncoder {
  /** `busy` when too many wait already. */
  encode(bytes: Uint8Array, plan: EncodePlan): Promise<Result<Encoded, EncodeRefusal>>
}

/** Some seconds of one core each. */
const mostWaiting = 8

/** R5 */
const mostPixels = 40_000_000

/** One picture at a time for the whole process: each takes a thread of the pool that reads files and hashes passwords. */
export const createPictureEncoder = (longestQueue = mostWaiting): PictureEncoder => {
  let last: Promise<unknown> = Promise.resolve()
  let begun = 0
  return {
    async encode(bytes, plan) {
      const format = pictureFormatOf(bytes)
      if (format === undefined) return refused('not_a_picture')
      if (format === 'heic' || format === 'animated') return refused(format)
      if (begun > longestQueue) return refused('busy')
      begun += 1
      const encoded = last.then(() => encodeOne(bytes, plan))
      last = encoded.catch(() => {}).finally(() => (begun -= 1))
      return encoded
    },
  }
}

/** For one request: while it waits for its picture, another one may be rendered. */
export const encoderOutside = (encoder: PictureEncoder, waitOutside: WaitOutside): PictureEncoder => ({
  encode: (bytes, plan) => waitOutside(() => encoder.encode(bytes, plan)),
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
  const decoded = await decode(sharp, bytes, plan.longestSide)
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

const decode = async (
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  bytes: Uint8Array,
  longestSide: number,
): Promise<Result<{ readonly data: Buffer; readonly info: OutputInfo }, EncodeRefusal>> => {
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > mostPixels) return refused('too_many_pixels')
    const decoded = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: 30 })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
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
