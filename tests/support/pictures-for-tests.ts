import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Four quarters, red, green, blue and yellow from the left above: turned or mirrored ones are told apart. */
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

/** As a phone makes it: lying on its side, with where it was taken, and a colour profile. */
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

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** 10,000 x 10,000 pixels in some 12 kB. */
export const pixelBomb = (side = 10_000): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
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
