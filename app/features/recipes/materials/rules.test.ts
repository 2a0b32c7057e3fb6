import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberKey, productNumber } from '~/features/products/rules.ts'
import { mostNumbersOfLine, mostTies, mostUnits, numbersInLine, tiesOf, unitsInLine } from './rules.ts'

const told = (line: string) => numbersInLine(line).map(({ number }) => number)

describe('the numbers that a line tells', () => {
  test.each([
    ['表布 F-1029 よろけ縞 50cm角 3枚', ['F-1029']],
    ['Ｆ－１０２９　よろけ縞', ['F-1029']],
    ['Fー1029 と f−1030', ['F-1029', 'f-1030']],
    ['F-1029/F-1030、F-1031（A-10/2 でも）', ['F-1029', 'F-1030', 'F-1031', 'A-10/2']],
    ['F-1029/2枚', ['F-1029']],
    ['管理番号:1029 の布', ['1029']],
    ['管理番号：１０２９/3', ['1029/3']],
    ['品番 60、ミシン糸', ['60']],
    ['品番はNo.12-b', ['12-b']],
    ['F-1029、Ｆ－１０２９、f-1029', ['F-1029']],
    ['A1-1 A1-2 A1-3 A1-4 A1-5', ['A1-1', 'A1-2', 'A1-3', 'A1-4']],
    ['2306-A 帆布', ['2306-A']],
  ])('W1: %s', (line, numbers) => {
    expect(told(line)).toEqual(numbers)
  })

  test.each([
    'ミシン糸 60番、針11番',
    '接着芯（中厚）38×37cmを2枚',
    '布 1/2枚、11号帆布',
    '2026-11 に買った布',
    '20cm 20ｃｍ 8mm 1.5m 50cmx110cm 100g 2way',
    'W20×H30cm、D5',
    'A4の型紙とB5のノート',
    'https://example.com/F-1029 の布',
    '品番は忘れました',
    '管理番号 shipping',
    'cotton 100%、Wガーゼ、Tシャツ地、DMC の糸',
  ])('W1: none in %s', (line) => {
    expect(told(line)).toEqual([])
  })

  test('W1: 管理番号 and 品番 alone say that nothing else can be meant', () => {
    expect(numbersInLine('管理番号 77 と F-1')).toEqual([
      { number: '77', isSaid: true },
      { number: 'F-1', isSaid: false },
    ])
  })

  const letters = fc.stringMatching(/^[A-Z]{2,4}$/)
  const digits = fc.stringMatching(/^[1-9]\d{2,5}$/)
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))

  test('W1: letters and digits are told in any width, case and company', () => {
    const japanese = fc.stringMatching(/^[ぁ-んァ-ヶ一-龠、。 ]{0,20}$/)
    fc.assert(
      fc.property(letters, digits, japanese, japanese, (series, at, before, after) => {
        const number = `${series}-${at}`
        expect(told(`${before} ${number}${after.replace(/^ー/, '')}`)).toEqual([number])
        expect(told(`${before}${wide(number)} ${after}`)).toEqual([number])
        expect(told(number.toLowerCase()).map(numberKey)).toEqual([numberKey(number)])
      }),
    )
  })

  test('W1: measures are never told', () => {
    const unit = fc.constantFrom('cm', 'mm', 'm', 'g', 'ml', '番', '枚', '号', '本', '×', '/')
    fc.assert(
      fc.property(fc.nat(9_999), unit, fc.nat(9_999), (one, of, other) => {
        expect(told(`布 ${one}${of}${other} ${one}${of}`)).toEqual([])
      }),
    )
  })

  test('W1: whatever is typed, few numbers come, each as a product could bear it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (line) => {
        const numbers = told(line)
        expect(numbers.length).toBeLessThanOrEqual(mostNumbersOfLine)
        for (const number of numbers) expect(productNumber(number)).toBe(number)
        expect(new Set(numbers.map(numberKey)).size).toBe(numbers.length)
      }),
    )
  })

  test('a long line is read in no time', () => {
    const from = performance.now()
    for (const piece of ['品番 ', 'a-', 'x1/', '管理番号は : ', 'ー', 'F-'])
      numbersInLine(piece.repeat(20_000 / piece.length))
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

describe('the units that a line tells', () => {
  test.each([
    ['F-1029 50cm角 3枚 … 38×37cmを2枚', 3],
    ['F-1029 ２枚', 2],
    ['F-1029 二枚', 2],
    ['F-1029', 1],
    ['2枚仕立てにします。F-1029 4枚', 4],
    ['三枚はぎの F-1029', 1],
    ['F-1029 0枚', 1],
    ['F-1029 500枚', mostUnits],
  ])('W1: %s', (line, units) => {
    expect(unitsInLine(line, { joined: false, oneWay: true })).toBe(units)
  })
})

describe('what the lines are tied to', () => {
  const chosen = { number: 'K-1', units: 4, name: '巾着キット' }

  test('W1: what the author chose comes before what the text tells, and so does that it is nothing', () => {
    const ingredients = ['F-1 2枚', 'F-2 3枚', '管理番号 3', '糸']
    expect(
      tiesOf({
        ingredients,
        ties: [
          { line: 0, product: chosen },
          { line: 1, product: null },
        ],
      }),
    ).toEqual([
      { line: 0, ...chosen, isSure: true },
      { line: 2, number: '3', units: null, name: '', isSure: true },
    ])
    expect(tiesOf({ ingredients: ['F-1 2枚'], ties: [] })).toEqual([
      { line: 0, number: 'F-1', units: null, name: '', isSure: false },
    ])
  })

  test('W1: a tie of a line that is not there is none, and no recipe has more than forty', () => {
    const ingredients = Array.from({ length: 100 }, (_, at) => `F-${at}`)
    expect(tiesOf({ ingredients, ties: [{ line: 100, product: chosen }] })).toHaveLength(mostTies)
    expect(tiesOf({ ingredients: [], ties: [{ line: 0, product: chosen }] })).toEqual([])
  })
})
