import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  animatedGif,
  animatedWebp,
  heicHeader,
  phoneJpeg,
  pixelBomb,
  pngWithTexts,
  quarters,
  smallPdf,
  svgWithScript,
} from '../../../tests/support/pictures-for-tests.ts'
import { BucketAway } from './picture-bucket.ts'
import { type CardPlan, createPictureEncoder, type EncodePlan } from './picture-encoder.ts'

const plan: EncodePlan = {
  sender: 'hanako',
  within: { width: 1200, height: 1200 },
  widthsOf: (width) => [...[400, 800].filter((smaller) => smaller < width), width],
  isKnown: async () => false,
}
const encode = (bytes: Uint8Array, parts: Partial<EncodePlan> = {}) =>
  createPictureEncoder().encode(bytes, { ...plan, ...parts })

const encoded = async (bytes: Uint8Array, parts: Partial<EncodePlan> = {}) => {
  const result = await encode(bytes, parts)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

/** The colours of the corners, from the left above, as letters. */
const corners = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture)
    .resize(8, 8, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(from, from + 3)
    if (blue > Math.max(red, green)) return 'b'
    if (Math.abs(red - green) < 60) return 'y'
    return red > green ? 'r' : 'g'
  }
  return [at(1, 1), at(6, 1), at(1, 6), at(6, 6)].join('')
}

describe('a phone photograph', () => {
  let all: Awaited<ReturnType<typeof encoded>>
  let files: Buffer[]
  beforeAll(async () => {
    all = await encoded(await phoneJpeg())
    files = [all.jpeg, ...all.copies.map(({ content }) => content)]
  })

  test('R1: comes in three widths of AVIF and WebP and one JPEG, standing upright', async () => {
    expect([all.width, all.height]).toEqual([900, 1200])
    const sizes = await Promise.all(
      files.map(async (file) => {
        const { format, compression, width, height } = await sharp(file).metadata()
        return `${compression === 'av1' ? 'avif' : format} ${width}x${height}`
      }),
    )
    expect(sizes).toEqual([
      'jpeg 900x1200',
      'webp 400x533',
      'avif 400x533',
      'webp 800x1067',
      'avif 800x1067',
      'webp 900x1200',
      'avif 900x1200',
    ])
    // On its side it was red, green, blue, yellow; turned to the right the blue corner is at the top.
    expect(await Promise.all(files.map(corners))).toEqual(files.map(() => 'bryg'))
  })

  test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, R5: loses all that was said in it but its pixels', async () => {
    for (const file of files) {
      const { exif, icc, xmp, iptc, orientation } = await sharp(file).metadata()
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
      expect(file.toString('latin1')).not.toMatch(/Exif\0|Hanako|ICC_PROFILE|GPS/)
    }
  })
})

test('colours of a wider profile are told in sRGB', async () => {
  const green = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00c000' } })
    .jpeg({ quality: 100 })
    .withIccProfile('p3')
    .toBuffer()
  const { jpeg } = await encoded(green)
  const { channels } = await sharp(jpeg).stats()
  expect(channels.map(({ mean }) => Math.abs(mean - (channels[1]?.mean ?? 0)) < 1)).toEqual([
    false,
    true,
    false,
  ])
  expect(channels[1]?.mean).toBeGreaterThan(185)
  expect(channels[1]?.mean).toBeLessThan(199)
})

test('R3: a small picture is not enlarged, and what was transparent is white', async () => {
  const png = await sharp({ create: { width: 50, height: 30, channels: 4, background: '#ff000000' } })
    .png()
    .toBuffer()
  const { width, height, copies, jpeg } = await encoded(png)
  expect([width, height, copies.map((copy) => copy.width)]).toEqual([50, 30, [50, 50]])
  expect((await sharp(jpeg).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
})

test.each([
  ['PNG', () => quarters(120, 80).png().toBuffer()],
  ['WebP', () => quarters(120, 80).webp().toBuffer()],
  ['AVIF', () => quarters(120, 80).avif({ effort: 0 }).toBuffer()],
  ['a PNG of 16 bits', () => quarters(120, 80).toColourspace('rgb16').png().toBuffer()],
  ['a JPEG in CMYK', () => quarters(120, 80).toColourspace('cmyk').jpeg().toBuffer()],
])('%s is taken', async (_what, make) => {
  const { jpeg, width, height } = await encoded(await make())
  // CMYK has no such green.
  expect([width, height, await corners(jpeg)]).toEqual([120, 80, expect.stringMatching(/^r[gy]by$/)])
})

test.each([
  ['a line', 3_000, 1],
  ['a dot', 1, 1],
])('%s has all its sizes', async (_what, width, height) => {
  const line = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  expect((await encoded(line)).copies.length).toBeGreaterThan(1)
})

test('one that is there already gets no copies', async () => {
  const small = await quarters(16, 16).png().toBuffer()
  const { copies, jpeg } = await encoded(small, { isKnown: async () => true })
  expect([copies, jpeg.length > 100]).toEqual([[], true])
})

describe('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, R4, R5: what is refused, by its content', () => {
  test.each([
    ['nothing', async () => Buffer.alloc(0), 'not_a_picture'],
    ['a text', async () => Buffer.from('こんにちは'), 'not_a_picture'],
    ['an SVG with a script', async () => svgWithScript, 'not_a_picture'],
    ['a PDF', async () => smallPdf, 'not_a_picture'],
    ['a TIFF', () => quarters(20, 20).tiff().toBuffer(), 'not_a_picture'],
    ['an animated GIF', animatedGif, 'animated'],
    ['an animated WebP', animatedWebp, 'animated'],
    ['a HEIC', async () => heicHeader, 'heic'],
    ['100 megapixels in a few kB', async () => pixelBomb(), 'too_many_pixels'],
    ['a pixel more than 40 million', async () => pixelBomb(6_325), 'too_many_pixels'],
    ['a JPEG that ends in its middle', async () => (await phoneJpeg()).subarray(0, 9_000), 'broken'],
    ['a PNG that ends in its middle', async () => pixelBomb(3_000).subarray(0, 600), 'broken'],
    ['the first bytes of a JPEG', async () => Buffer.from('\xff\xd8\xff\xe0 and more', 'latin1'), 'broken'],
  ])('%s', async (_what, make, refusal) => {
    expect(await encode(await make())).toEqual({ ok: false, error: refusal })
  })

  test('40 million pixels are taken', async () => {
    expect(await encoded(pixelBomb(6_324))).toMatchObject({ width: 1200, height: 1200 })
  })
})

test('one picture at a time; beyond the queue the shop is busy, and afterwards no longer', async () => {
  const encoder = createPictureEncoder({ waiting: 2, cpuMs: 20_000 })
  const small = await quarters(16, 16).png().toBuffer()
  const events: string[] = []
  const begin = (name: string) =>
    encoder.encode(small, {
      ...plan,
      isKnown: async () => {
        events.push(`${name} begins`)
        await new Promise((resolve) => setImmediate(resolve))
        events.push(`${name} ends`)
        return true
      },
    })
  const all = await Promise.all(['a', 'b', 'c', 'd'].map(begin))
  expect(all.map((one) => (one.ok ? 'ok' : one.error))).toEqual(['ok', 'ok', 'ok', 'busy'])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(await begin('e')).toMatchObject({ ok: true })
})

test('a picture that fails does not keep up the next', async () => {
  const encoder = createPictureEncoder()
  const small = await quarters(16, 16).png().toBuffer()
  const isKnown = async () => {
    throw new Error('the database is away')
  }
  const [first, second] = await Promise.allSettled([
    encoder.encode(small, { ...plan, isKnown }),
    encoder.encode(small, plan),
  ])
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
})

describe('the card of a picture of ours', () => {
  const ours = () => quarters(120, 80).jpeg().toBuffer()
  const words = { title: '布', shop: '店' }
  const left: CardPlan = { read: ours, keep: async () => {}, words, mark: 'card 12' }
  test('W62: is a JPEG with its mark, whatever signs its words have', async () => {
    const card = await createPictureEncoder().shareCard(left)
    const jpeg = card.ok ? card.value : Buffer.alloc(0)
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(jpeg.includes('card 12')).toBe(true)
    for (const title of [
      '\u{1f392}\u200b',
      '\u2060',
      '\u{1f3f4}\u{e0067}\u{e007f}',
      '<b>&',
      '1\ufe0f\u20e3\u{1f1ef}\u{1f1f5}',
    ])
      expect(
        await createPictureEncoder().shareCard({ ...left, words: { title, shop: '\u00ad' } }),
      ).toMatchObject({
        ok: true,
      })
  })

  test('waits for its turn, and is refused sooner than the pictures of members', async () => {
    const encoder = createPictureEncoder()
    const small = await quarters(16, 16).png().toBuffer()
    const events: string[] = []
    const begin = (name: string) =>
      encoder.encode(small, {
        ...plan,
        isKnown: async () => {
          events.push(name)
          return true
        },
      })
    const card = (name: string) =>
      encoder.shareCard({
        ...left,
        read: async () => {
          events.push(`${name} begins`)
          return name === 'b' ? ours() : undefined
        },
        keep: async () => {
          await new Promise((resolve) => setImmediate(resolve))
          events.push(`${name} is kept`)
        },
      })
    const all = await Promise.all([begin('a'), card('b'), begin('c'), card('d'), begin('e')])
    expect(all.map((one) => (one.ok ? 'ok' : one.error))).toEqual(['ok', 'ok', 'ok', 'busy', 'ok'])
    expect(events).toEqual(['a', 'b begins', 'b is kept', 'c', 'e'])
    expect(await card('f')).toEqual({ ok: false, error: 'not_there' })
  })

  test('that cannot be read or kept does not keep up the next', async () => {
    const encoder = createPictureEncoder()
    const full = async () => {
      throw new Error('the disk is full')
    }
    const all = await Promise.allSettled([
      encoder.shareCard({ ...left, read: async () => Buffer.from('no picture') }),
      encoder.shareCard({ ...left, keep: full }),
      encoder.shareCard(left),
    ])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })
})

test('a drawing is drawn as large as fits, and refused sooner than the pictures of members', async () => {
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')
  const within = { width: 400, height: 400 }
  expect(await createPictureEncoder().draw(drawing, within)).toMatchObject({
    ok: true,
    value: { width: 400 },
  })
  const full = createPictureEncoder({ waiting: -1, cpuMs: 20_000 })
  expect(await full.draw(drawing, within)).toEqual({ ok: false, error: 'busy' })
})

test('ASVS 5.2.1, 5.2.2, 5.2.6, 5.3.2, 14.2.8, R39: of one member three pictures are taken at once, and those of another do not wait behind them', async () => {
  const encoder = createPictureEncoder()
  const small = await quarters(16, 16).png().toBuffer()
  const events: string[] = []
  const begin = (sender: string) =>
    encoder.encode(small, {
      ...plan,
      sender,
      isKnown: async () => {
        events.push(sender)
        return true
      },
    })
  const all = await Promise.all(['hanako', 'hanako', 'hanako', 'hanako', 'jiro', 'jiro'].map(begin))
  expect(all.map((one) => (one.ok ? 'ok' : one.error))).toEqual(['ok', 'ok', 'ok', 'busy', 'ok', 'ok'])
  expect(events).toEqual(['hanako', 'hanako', 'jiro', 'hanako', 'jiro'])
  expect(await begin('hanako')).toMatchObject({ ok: true })
})

describe('R39: what takes more time than a picture may', () => {
  const slow = createPictureEncoder({ waiting: 8, cpuMs: 0 })
  const ours = () => quarters(120, 80).jpeg().toBuffer()
  test('is refused, in whatever it was', async () => {
    const refusal = { ok: false, error: 'too_slow' }
    expect(await slow.encode(await ours(), plan)).toEqual(refusal)
    expect(await slow.draw(svgWithScript, { width: 9, height: 9 })).toEqual(refusal)
    const words = { title: '布', shop: '店' }
    const card = slow.shareCard({ read: ours, keep: async () => expect.unreachable(), words, mark: 'card' })
    expect(await card).toEqual({ ok: false, error: 'busy' })
  })
})

test('R5: hundreds of packed texts in a PNG are not unpacked', async () => {
  const encoder = createPictureEncoder({ waiting: 8, cpuMs: 10_000 })
  for (const type of ['zTXt', 'iTXt'] as const)
    expect(await encoder.encode(pngWithTexts(type, 400), plan)).toMatchObject({
      ok: true,
      value: { width: 40 },
    })
})

test('R5: a side is at most 65,535 pixels long', async () => {
  expect(await encode(pixelBomb(65_535, 10))).toMatchObject({ ok: true, value: { width: 1200, height: 1 } })
  expect(await encode(pixelBomb(65_536, 10))).toEqual({ ok: false, error: 'too_long' })
  expect(await encode(pixelBomb(10, 65_536))).toEqual({ ok: false, error: 'too_long' })
})

test('D47: a store of pictures that does not answer makes the shop busy, and is no fault of hers', async () => {
  const away = async () => {
    throw new BucketAway('no answer')
  }
  expect(await encode(await phoneJpeg(), { isKnown: away })).toEqual({ ok: false, error: 'busy' })
})
