import fc from 'fast-check'
import { expect, test } from 'vitest'
import { edited, placesOfText } from './page-edits.ts'

test('edits that do not overlap give what they give one after the other, in whatever order they were found', () => {
  const pieces = fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 8 })
  fc.assert(
    fc.property(pieces, fc.boolean(), (all, isTurned) => {
      let [html, expected] = ['', '']
      const edits = all.map(([kept, cut, put]) => {
        html += kept
        expected += kept + put
        const edit = { at: html.length, cut: cut.length, put }
        html += cut
        return edit
      })
      // At one place they stand in the order given.
      const isTold = new Set(edits.map(({ at }) => at)).size === edits.length
      expect(edited(html, isTurned && isTold ? edits.toReversed() : edits)).toBe(expected)
    }),
  )
})

test('a text is found where it stands, never within itself', () => {
  expect(placesOfText('aaabaa', 'aa')).toEqual([0, 4])
  expect(placesOfText('', 'aa')).toEqual([])
})
