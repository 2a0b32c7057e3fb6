import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const published = (file: string): Buffer => readFileSync(new URL(`../public/${file}`, import.meta.url))

test.each([
  ['icon-192.png', 192, 192, 60],
  ['icon-512.png', 512, 512, 60],
  ['icon-maskable-512.png', 512, 512, 60],
  ['apple-touch-icon.png', 180, 180, 60],
  ['og.png', 1200, 630, 150],
] as const)('%s is a PNG of %d by %d pixels and under %d kB', (file, width, height, kilobytes) => {
  const png = published(file)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  expect(png.length).toBeLessThan(kilobytes * 1000)
})
