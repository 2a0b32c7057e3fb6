/** A PNG of at most 256 colours: a third of the size of the true-colour file that a browser's screenshot is. */
import { crc32, deflateSync } from 'node:zlib'

const channel = [(rgb) => rgb >> 16, (rgb) => (rgb >> 8) & 255, (rgb) => rgb & 255]

/** How far a box of colours reaches, and along which channel. */
const widest = (colours) =>
  channel
    .map((of) => {
      const values = colours.map(([rgb]) => of(rgb))
      return { of, reach: values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b)) }
    })
    .reduce((best, one) => (one.reach > best.reach ? one : best))

const boxOf = (colours) => {
  const pixels = colours.reduce((sum, [, count]) => sum + count, 0)
  const { of, reach } = widest(colours)
  return { colours, pixels, of, weight: colours.length < 2 ? -1 : reach * Math.sqrt(pixels) }
}

/** The box in two, with half its pixels in each. */
const halves = ({ colours, pixels, of }) => {
  const sorted = colours.toSorted(([a], [b]) => of(a) - of(b))
  let seen = 0
  const middle = sorted.findIndex(([, count]) => {
    seen += count
    return seen * 2 >= pixels
  })
  const at = Math.min(Math.max(middle, 1), sorted.length - 1)
  return [boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at))]
}

const mean = ({ colours, pixels }) =>
  channel.map((of) => Math.round(colours.reduce((sum, [rgb, count]) => sum + of(rgb) * count, 0) / pixels))

/** Median cut: [palette as bytes, the index of each colour that occurs]. */
const paletteOf = (histogram) => {
  const boxes = [boxOf([...histogram])]
  while (boxes.length < 256) {
    boxes.sort((a, b) => b.weight - a.weight)
    if (boxes[0].weight < 0) break
    boxes.push(...halves(boxes.shift()))
  }
  const index = new Map(boxes.flatMap(({ colours }, k) => colours.map(([rgb]) => [rgb, k])))
  return [Buffer.from(boxes.flatMap(mean)), index]
}

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** `rgba` (four bytes a pixel, all opaque) as a PNG file of `width` by `height` pixels. */
export const palettePng = (rgba, width, height) => {
  const pixels = Array.from(
    { length: width * height },
    (_, k) => (rgba[4 * k] << 16) | (rgba[4 * k + 1] << 8) | rgba[4 * k + 2],
  )
  const histogram = new Map()
  for (const rgb of pixels) histogram.set(rgb, (histogram.get(rgb) ?? 0) + 1)
  const [palette, index] = paletteOf(histogram)
  const rows = Buffer.alloc((width + 1) * height)
  for (const [k, rgb] of pixels.entries()) rows[k + Math.floor(k / width) + 1] = index.get(rgb)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
