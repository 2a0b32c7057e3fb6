import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Four quarters, red, green, blue and yellow from the top left, so that rotation and mirroring show. */
export const quarters = (width: number, height: number) => {
  const quarter = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const }
  const of = (background: string, left: number, top: number) => ({
    input: {
      create: { ...quarter, width: Math.floor(width / 2), height: Math.floor(height / 2), background },
    },
    left,
    top,
  })
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } }).composite([
    of('#ff0000', 0, 0),
    of('#00ff00', quarter.width, 0),
    of('#0000ff', 0, quarter.height),
    of('#ffff00', quarter.width, quarter.height),
  ])
}

/** As from a phone: rotated, with its location and a colour profile. */
export const phoneJpeg = (width = 1600, height = 1200): Promise<Buffer> =>
  quarters(width, height)
    .jpeg({ quality: 92 })
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'Nuno', Model: 'Phone of Hanako' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '36/1 14/1 0/1', GPSLongitudeRef: 'E' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const [photographWidth, photographHeight] = [3200, 2400]

/** As if of a camera: noise of the sensor, of the weave and of folds; the same at each call. */
const withTexture = (pixels: Buffer): Buffer => {
  let seed = 1
  const noise = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32 - 0.5
  }
  const grid = (step: number) =>
    Float32Array.from({ length: (photographWidth / step) * (photographHeight / step) }, noise)
  const [weave, folds] = [grid(4), grid(20)]
  for (let at = 0; at < photographWidth * photographHeight; at += 1) {
    const [x, y] = [at % photographWidth, Math.floor(at / photographWidth)]
    const of = (texture: Float32Array, step: number) =>
      texture[Math.floor(y / step) * (photographWidth / step) + Math.floor(x / step)] ?? 0
    const light = noise() * 16 + of(weave, 4) * 50 + of(folds, 20) * 40
    for (let channel = at * 3; channel < at * 3 + 3; channel += 1)
      pixels[channel] = Math.max(0, Math.min(255, (pixels[channel] ?? 0) + light))
  }
  return pixels
}

/** A printed fabric as a camera sees it, of 8 megapixels and several megabytes. */
export const fabricPhotograph = async (): Promise<Buffer> => {
  const print =
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${photographWidth}" height="${photographHeight}">
    <pattern id="p" width="260" height="450" patternUnits="userSpaceOnUse">
      <path d="M130 0v450M0 75l260 300M260 75L0 375M0 75v300M130 0L0 75M130 0l130 75M130 450L0 375M130 450l130-75"
        fill="none" stroke="#f4ecd8" stroke-width="14"/>
    </pattern>
    <rect width="100%" height="100%" fill="#274c9b"/><rect width="100%" height="100%" fill="url(#p)"/></svg>`)
  const pixels = withTexture(await sharp(print).flatten().raw().toBuffer())
  const raw = { width: photographWidth, height: photographHeight, channels: 3 } as const
  return sharp(pixels, { raw }).jpeg({ quality: 92 }).toBuffer()
}

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Of one colour; `beside` is put between its header and its pixels. */
const png = (width: number, height: number, ...beside: readonly Buffer[]): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...beside,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** 10,000 x 10,000 pixels in some 12 kB. */
export const pixelBomb = (width = 10_000, height = width): Buffer => png(width, height)

/** Each text is 8 MB long once it is unpacked. */
export const pngWithTexts = (type: 'zTXt' | 'iTXt', texts: number): Buffer => {
  const packed = deflateSync(Buffer.alloc(7_990_000, 'a'), { level: 1 })
  const head = type === 'zTXt' ? '\0\0' : '\0\x01\0\0\0'
  const all = Array.from({ length: texts }, (_, at) =>
    pngChunk(type, Buffer.concat([Buffer.from(`text ${at}${head}`, 'latin1'), packed])),
  )
  return png(40, 40, ...all)
}

const frames = async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  return sharp([await frame('#336699'), await frame('#993366')], { join: { animated: true } })
}

export const animatedGif = async (): Promise<Buffer> => (await frames()).gif().toBuffer()
export const animatedWebp = async (): Promise<Buffer> => (await frames()).webp().toBuffer()

export const heicHeader: Buffer = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(64),
])

export const svgWithScript: Buffer = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)

export const smallPdf: Buffer = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
