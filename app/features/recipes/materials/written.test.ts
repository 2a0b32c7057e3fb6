import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePointLength } from '~/kernel/text.ts'
import { anyCharacter } from '../../../../tests/support/any-character.ts'
import { fieldsOfTie, textWithProduct, tieWritten } from './written.rules.ts'

test.each([
  ['麻の', false, '麻の葉【藍】'],
  ['表布 麻の', true, '表布 麻の葉【藍】'],
  ['表布：麻の ', true, '表布：麻の葉【藍】'],
  ['（麻の', true, '（麻の葉【藍】'],
])('W6: a product that is chosen for %s stands in the place of what found it', (text, byLastWord, after) => {
  expect(textWithProduct(text, '麻の葉【藍】', byLastWord, 100)).toBe(after)
})

test('W6: a line that would be too long keeps its text', () => {
  expect(textWithProduct('表布 麻', '😀'.repeat(4), true, 7)).toBe(`表布 ${'😀'.repeat(4)}`)
  expect(textWithProduct('表布 麻', '😀'.repeat(5), true, 7)).toBe('表布 麻')
})

test('W5: whatever a form says is a tie that can be stored, and stands in the form as it was', () => {
  const fields = fc.record({
    tieNumber: fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom('-', 'F-1')),
    tieUnits: fc.oneof(fc.string(), fc.integer().map(String)),
    tieName: fc.string({ unit: anyCharacter, maxLength: 500 }),
  })
  fc.assert(
    fc.property(fields, (written) => {
      const product = tieWritten(written)
      if (product === undefined) return
      expect(tieWritten(fieldsOfTie({ line: 0, product }))).toEqual(product)
      if (product === null) return
      expect(product.units).toBeGreaterThanOrEqual(1)
      expect(product.units).toBeLessThanOrEqual(99)
      expect(codePointLength(product.name)).toBeLessThanOrEqual(400)
      expect(product.name).not.toContain('\0')
    }),
  )
})
