// npm run bench:pictures: time and memory for 20 member photographs of 12 megapixels, and for a shared recipe's card.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { longestSide, widthsOf } from '../app/features/pictures/rules.ts'
import { pictureRules } from '../app/features/pictures/ui/upload.tsx'
import { createPictureEncoder } from '../app/server/pictures/picture-encoder.ts'
import { printTable } from './print-table.js'

const pictures = 20
const megabytes = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MB`

/** Compresses like fabric in soft light. */
const photograph = async (width, height, seed) => {
  const noise = (scale, sigma) =>
    sharp({
      create: {
        width: Math.round(width / scale),
        height: Math.round(height / scale),
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 110 + seed, sigma },
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer()
  const fine = await sharp(await noise(4, 30))
    .resize(width, height)
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(await noise(40, 60))
    .resize(width, height)
    .composite([{ input: fine, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

// In a process of its own, so that it does not count.
if (process.argv[2] === 'make') {
  const [width, height, seed] = process.argv.slice(3).map(Number)
  const bytes = await photograph(width, height, seed)
  await new Promise((resolve) => process.stdout.write(bytes, resolve))
  process.exit(0)
}
const made = (...numbers) =>
  execFileSync(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), 'make', ...numbers.map(String)],
    { maxBuffer: 64 * 1_048_576 },
  )

const encoder = createPictureEncoder()
const plan = {
  turnOf: 'bench',
  within: { width: longestSide, height: longestSide },
  widthsOf,
  isKnown: async () => false,
}
const encode = async (bytes) => {
  const encoded = await encoder.encode(bytes, plan)
  if (!encoded.ok) throw new Error(encoded.error)
  return encoded.value.copies.reduce((sum, { content }) => sum + content.length, encoded.value.jpeg.length)
}
const makeCard = async (bytes) => {
  const card = await encoder.shareCard({
    words: { title: '小鳥の通園レッスンバッグ（裏地つき）', shop: 'ぬのスクエア' },
    read: async () => bytes,
    keep: async () => {},
  })
  if (!card.ok) throw new Error(card.error)
  return card.value.length
}
const memoryOfBoth = () =>
  execFileSync('ps', ['-axo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([pid, parent]) => pid === process.pid || parent === process.pid)
    .reduce((sum, [, , kilobytes = 0]) => sum + kilobytes * 1024, 0)
const run = async (name, width, height, make) => {
  const times = []
  const memory = []
  let kept = 0
  for (let at = 0; at < pictures; at += 1) {
    const bytes = made(width, height, at)
    const from = performance.now()
    kept = await make(bytes)
    times.push(performance.now() - from)
    memory.push(memoryOfBoth())
  }
  times.sort((a, b) => a - b)
  const ratio = Math.max(...memory.slice(-5)) / Math.max(...memory.slice(0, 5))
  return [
    name,
    `${times[pictures / 2].toFixed(0)} ms`,
    megabytes(Math.max(...memory)),
    ratio.toFixed(2),
    `${(kept / 1024).toFixed(0)} kB`,
  ]
}

console.log(`${pictures} pictures one after another, ${cpus()[0]?.model ?? 'unknown processor'}`)
const fitted = pictureRules.upload.box({ width: 4000, height: 3000 }).width
printTable([
  ['', 'one picture, median', 'most memory', 'last five / first five', 'kept of one'],
  await run('12 megapixels', 4000, 3000, encode),
  await run('as the browser sends it', fitted, 900, encode),
  await run('its card when it is shared', longestSide, 900, makeCard),
])
