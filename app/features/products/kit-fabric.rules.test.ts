import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoKits } from '#demo/kits.ts'
import { unitsTold } from './kit-fabric.rules.ts'
import { layOut } from './planning/layout.rules.ts'

describe('C29: the units that the size of a kit’s fabric tells', () => {
  test.each([
    ['50cm×50cm 4枚', 4],
    ['50cm×50cm 4枚続き', 4],
    ['50cm角 3枚', 3],
    ['５０ｃｍ　✕　５０ｃｍ　２枚', 2],
    ['50センチ角1枚', 1],
    ['50cm×150cm 1枚', 3],
    ['100cm×50cm 2枚', 4],
    ['50cm×150cm 1枚（50cm角なら3枚続き）', 3],
    ['70cm×90cm 1枚（50cm角なら4枚）', 4],
    ['15cm×15cm 8枚', 1],
    ['15cm×15cm 10枚', 2],
    ['30cm×50cm 2枚', 2],
    ['25cm×30cm 2枚', 1],
    ['12.5cm×50cm 4枚', 1],
    ['30cm×30cm 2枚', 2],
    ['50cm×50cm 99枚', 99],
  ])('%s: %i', (size, units) => {
    expect(unitsTold(size)).toBe(units)
  })

  test.each([
    '',
    '20cm×20cmから',
    '50cm×50cm',
    '50cm×50cm 4枚以上',
    '約50cm×50cm 4枚',
    '50cm×50cm 2〜4枚',
    '50cm×50cm 2枚、20cm×20cm 1枚',
    '50cm×50cm 0枚',
    '50cm×50cm 4',
    '50×50 4枚',
    '0cm×50cm 1枚',
    '60cm×80cm 1枚',
    // Four lie around the middle of one unit, which rows do not know.
    '20cm×30cm 4枚',
    '20cm×35cm 3枚',
    // Three units in one piece hold five of them.
    '30cm×30cm 5枚',
    '50cm×120cm 1枚',
    '100cm×100cm 1枚',
    '50cm×150cm 50枚',
    '70cm×90cm 1枚（50cm角なら0枚）',
    '110cm幅 1m',
    'F-1001 4枚',
  ])('%j tells none', (size) => {
    expect(unitsTold(size)).toBeNull()
  })

  const pieces = fc.record({
    width: fc.integer({ min: 1, max: 50 }),
    height: fc.integer({ min: 1, max: 50 }),
    count: fc.integer({ min: 1, max: 99 }),
    cross: fc.constantFrom('×', 'x', '✕', '＊', '*'),
    blank: fc.constantFrom('', ' ', '　', '  '),
  })
  const written = ({ width, height, count, cross, blank }: Readonly<Record<string, number | string>>) =>
    `${width}cm${blank}${cross}${blank}${height}cm${blank}${count}枚`

  test('all pieces lie on that many units in rows, and the planner finds no way with fewer', () => {
    fc.assert(
      fc.property(pieces, (size) => {
        const { width, height, count } = size
        const units = unitsTold(written(size))
        if (units === null) return
        expect(units).toBe(Math.ceil(count / (Math.floor(50 / width) * Math.floor(50 / height))))
        for (const joined of [false, true]) {
          const cutting = { joined, oneWay: false }
          const laid = layOut([{ name: '', width, height, count }], cutting)
          expect(laid.units).toBeGreaterThanOrEqual(units)
        }
      }),
    )
  })

  test('whatever else stands in it, it tells none: nobody is told a number that the owner did not mean', () => {
    const besides = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .filter(
        (text) => !/^[\s\d０-９.．]*$/u.test(text) && !/枚|続き|cm|センチ/iu.test(text.normalize('NFKC')),
      )
      .filter((text) => text.normalize('NFKC').trim() !== '')
    fc.assert(
      fc.property(pieces, besides, fc.boolean(), (size, other, isBefore) => {
        expect(unitsTold(isBefore ? `${other}${written(size)}` : `${written(size)}${other}`)).toBeNull()
      }),
    )
  })

  test('any text is answered: a whole number of 1 to 99, or none', () => {
    const text = fc.array(
      fc.constantFrom('50', '5', 'cm', '×', '角', '枚', '続き', '（', '）', '50cm角なら', ' ', 'から'),
      {
        maxLength: 14,
      },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          text.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (size) => {
          const units = unitsTold(size)
          expect(units === null || (Number.isInteger(units) && units >= 1 && units <= 99)).toBe(true)
        },
      ),
    )
  })

  test('of the demo’s kits only the free pattern sheet, which is for any size, tells none', () => {
    const untold = demoKits.filter(({ fabricSize }) => unitsTold(fabricSize) === null)
    expect(untold.map(({ id }) => id)).toEqual(['K-2016'])
    expect(unitsTold(demoKits.find(({ id }) => id === 'K-2015')?.fabricSize ?? '')).toBe(4)
  })
})
