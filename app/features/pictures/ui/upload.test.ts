import { expect, test } from 'vitest'
import { fittedSize, type PictureRuleName } from './upload.tsx'

test.each<[PictureRuleName, [number, number], [number, number]]>([
  ['upload', [4000, 3000], [1200, 900]],
  ['upload', [4000, 2000], [1200, 600]],
  ['upload', [3000, 4000], [675, 900]],
  ['upload', [2000, 2000], [900, 900]],
  ['upload', [1200, 900], [1200, 900]],
  ['upload', [1000, 500], [1000, 500]],
  ['upload', [10_000, 1], [1200, 1]],
  ['edit', [4000, 3000], [800, 600]],
  ['edit', [4000, 2000], [800, 400]],
  ['edit', [3000, 4000], [450, 600]],
  ['edit', [2000, 2000], [600, 600]],
  ['edit', [800, 600], [800, 600]],
  ['edit', [799, 599], [799, 599]],
  ['photo', [3000, 4000], [675, 900]],
])('R3: %s: %j is sent as %j', (name, [width, height], [wide, high]) => {
  expect(fittedSize(name, { width, height })).toEqual({ width: wide, height: high })
})
