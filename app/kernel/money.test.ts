import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../tests/support/any-character.ts'
import {
  formatYen,
  formatYenTaxIncluded,
  parsePrice,
  parsePriceOrZero,
  sumOf,
  taxInside,
  times,
  yen,
} from './money.ts'
import { typedPrice, typedYen } from './typed-money.ts'

const price = fc.integer({ min: 1, max: 999_999 })
const fullWidth = (text: string) =>
  text.replace(/[0-9,]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))

describe('sums', () => {
  test('sumOf and times stay whole yen', () => {
    expect(sumOf([yen(550), yen(660)])).toBe(1210)
    expect(sumOf([])).toBe(0)
    expect(times(yen(550), 3)).toBe(1650)
    expect(() => times(yen(550), 1.01)).toThrow(RangeError)
    expect(() => yen(330.5)).toThrow(RangeError)
  })

  test.each([
    [0, 0],
    [10, 0],
    [11, 1],
    [1100, 100],
    [4799, 436],
  ])('L4: of %i yen %i are tax, rounded down once', (total, tax) => {
    expect(taxInside(yen(total))).toBe(tax)
  })
})

describe('showing', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1200, '1,200'],
    [24200, '24,200'],
    [1234567, '1,234,567'],
    [-1200, '-1,200'],
  ])('%i is written %s', (amount, text) => {
    expect(formatYen(yen(amount))).toBe(text)
  })

  test('L3: a price says that tax is included', () => {
    expect(formatYenTaxIncluded(yen(1200))).toBe('1,200円（税込）')
  })
})

describe('C9: prices that are certain', () => {
  test.each<[string | number, number]>([
    ['1200', 1200],
    ['1,200円', 1200],
    ['¥1,200', 1200],
    ['\\1200', 1200],
    ['¥ 1,200-', 1200],
    ['￥1,200.-', 1200],
    ['1，２００円', 1200],
    ['１２００円（税込）', 1200],
    ['税込 660円', 660],
    ['レギュラー500円', 500],
    ['500円〜', 500],
    ['1200.0', 1200],
    ['1200.00', 1200],
    ['0500', 500],
    ['999,999円', 999_999],
    [1200, 1200],
    [1, 1],
    [999_999, 999_999],
  ])('%j is %i yen', (text, amount) => {
    expect(parsePrice(text)).toBe(amount)
  })
})

describe('C9: texts that hold no price, or more than one', () => {
  test.each<[string | number]>([
    [''],
    ['  '],
    ['お問い合わせください'],
    ['500円〜800円'],
    ['500-800'],
    ['50cm 660円'],
    ['50㎝660円'],
    ['500円/m²'],
    ['1.2.3'],
    ['1..2'],
    ['330.5'],
    ['1.000'],
    ['.5'],
    ['1,20'],
    ['12,00'],
    ['1,2345'],
    ['1 200'],
    ['1、200円'],
    ['-500'],
    ['−500円'],
    ['－５００'],
    ['¥-500'],
    ['-¥500'],
    ['▲500'],
    ['3千円'],
    ['1万2千円'],
    ['20％'],
    ['1e5'],
    ['0x10'],
    ['0'],
    ['1000000'],
    ['99999999999999999999'],
    [0],
    [-500],
    [330.5],
    [1_000_000],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
  ])('%j cannot be bought', (text) => {
    expect(parsePrice(text)).toBeNull()
  })
})

describe('N74: money that is typed', () => {
  test.each([
    ['1200', 1200],
    [' 1,200円 ', 1200],
    ['１，２００円', 1200],
    ['￥1,200', 1200],
    ['¥ 1200 円', 1200],
    ['\\1200', 1200],
    ['1,234,567', 1_234_567],
    ['0', 0],
    ['0円', 0],
  ])('%j is %i yen', (text, amount) => {
    expect(typedYen(text)).toBe(amount)
  })

  test.each([
    ['66O'],
    ['6 60'],
    ['660円（税込）'],
    ['税込660円'],
    ['500円〜'],
    ['4円00'],
    ['660￥'],
    ['$660'],
    ['1200-'],
    ['1200.0'],
    ['1,20'],
    ['-500'],
    ['３千円'],
    ['円'],
    [''],
    ['1234567890'],
  ])('%j is none', (text) => {
    expect(typedYen(text)).toBeNull()
  })

  test('a price has its limits, and what is typed is what a list would read', () => {
    expect([typedPrice('999,999'), typedPrice('1000000'), typedPrice('0')]).toEqual([999_999, null, 0])
    fc.assert(
      fc.property(fc.stringMatching(/^[¥0-9０-９,.\-円〜O ]{0,12}$/), (text) => {
        const typed = typedPrice(text)
        if (typed !== null) expect(parsePriceOrZero(text)).toBe(typed)
      }),
    )
  })
})

describe('C4: nothing to pay, however it is written', () => {
  test.each<[string | number]>([['0'], [0], [-0], ['0円'], ['¥0'], ['０円'], ['0.0'], ['0円（税込）']])(
    '%j is zero',
    (text) => {
      expect(parsePriceOrZero(text)).toBe(0)
      expect(parsePrice(text)).toBeNull()
    },
  )

  test.each<[string | number]>([[''], ['無料'], ['-0'], ['0.5'], ['0〜500']])('%j is not', (text) => {
    expect(parsePriceOrZero(text)).toBeNull()
  })
})

describe('C9: properties', () => {
  test('a price is read back from every way the shop or its sheet writes it', () => {
    fc.assert(
      fc.property(price, (amount) => {
        const grouped = formatYen(yen(amount))
        const ways = [
          amount,
          String(amount),
          grouped,
          `${grouped}円`,
          `¥${grouped}-`,
          fullWidth(`${grouped}円`),
          formatYenTaxIncluded(yen(amount)),
        ]
        for (const way of ways) expect(parsePrice(way)).toBe(amount)
      }),
    )
  })

  test('two prices in one text are never one price', () => {
    fc.assert(
      fc.property(price, price, fc.constantFrom('〜', ' ', '円 ', '/', '-', '円、'), (low, high, between) => {
        expect(parsePrice(`${low}${between}${high}円`)).toBeNull()
      }),
    )
  })

  test('any text gives null or a whole price in range, and never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[¥0-9,.\-円 ]{0,12}$/), fc.double()),
        (text) => {
          const amount = parsePrice(text)
          expect(amount === null || (Number.isInteger(amount) && amount >= 1 && amount <= 999_999)).toBe(true)
        },
      ),
    )
  })
})
