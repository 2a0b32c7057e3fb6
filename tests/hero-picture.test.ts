import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { heroSvg } from '../db/demo/drawings/brand/scenes.ts'

test('the picture of the home page is the scene as it is drawn now', () => {
  const published = readFileSync(new URL('../app/features/pages/ui/hero.svg', import.meta.url), 'utf8')
  expect(published).toBe(heroSvg())
})
