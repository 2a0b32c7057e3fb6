import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoPictures } from '#db/demo/demo-pictures.ts'
import { drawnPictures } from './drawn-pictures.ts'

const drawn = drawnPictures()

test.each(drawn)('$path is committed as it is drawn now', ({ path, svg }) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(svg)
})

test('the demo has no picture that is not drawn', () => {
  const paths = new Set(drawn.map(({ path }) => path))
  expect(demoPictures.filter(({ path }) => !paths.has(`db/demo/pictures/${path}`))).toEqual([])
})
