import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allKits, kitListingQuery } from './listing.rules.ts'
import { distinctLevels, kitLevels, levelName, levelOf } from './rules.ts'

test.each([
  ['beginner', 'beginner'],
  [' 初級 ', 'beginner'],
  ['Intermediate', 'intermediate'],
  ['中級', 'intermediate'],
  ['上級', 'advanced'],
  ['', 'other'],
  ['超上級', 'other'],
  ['easy', 'other'],
])('P20: the level %j is %s', (text, level) => {
  expect(levelOf(text)).toBe(level)
})

test('P20: each distinct level has one button, in the known order, never a blank one', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...kitLevels)), (levels) => {
      const buttons = distinctLevels(levels)
      expect(new Set(buttons)).toEqual(new Set(levels))
      expect(buttons).toEqual(kitLevels.filter((level) => buttons.includes(level)))
      for (const level of buttons) expect(levelName(level)).not.toBe('')
    }),
  )
})

test('P7: an address names only what is not so by itself', () => {
  expect(kitListingQuery(allKits(6), 6)).toBe('')
  expect(kitListingQuery({ ...allKits(6), level: 'advanced', count: 12 }, 6)).toBe('?level=advanced&count=12')
})
