import { describe, expect, test } from 'vitest'
import { joinedPiece, numbersWritten, productNumber, productPath, readingOf } from './rules.ts'

describe('P28: the address of a product', () => {
  test.each([
    ['F-1001', '/all-products/F-1001'],
    ['A/1', '/all-products/A%2F1'],
    ['藍 1', '/all-products/%E8%97%8D%201'],
    ['a?b#c', '/all-products/a%3Fb%23c'],
    ['..', '/all-products/..~'],
    ['.', '/all-products/.~'],
    ['A.data', '/all-products/A.data~'],
    ['A~', '/all-products/A~'],
  ])('of %j is %s, and leads back to it', (number, path) => {
    expect(productPath({ type: 'fabric', number })).toBe(path)
    expect(productPath({ type: 'kit', number })).toBe(path.replace('/all-products/', '/kits/'))
    expect(productNumber(number)).toBe(number)
    const { pathname } = new URL(path, 'https://shop.example')
    expect(numbersWritten(decodeURIComponent(pathname.slice('/all-products/'.length)))).toContain(number)
  })

  test('a number in another width means the same, what can be none means nothing', () => {
    expect(numbersWritten('Ｆ－１')).toEqual(['F-1'])
    for (const written of ['', ' ', 'shipping', 'x'.repeat(65), 'a\u0000b', '~'])
      expect(numbersWritten(written).filter((number) => number !== '~')).toEqual([])
  })
})

test.each([
  ['fabric', 1, 'lengthwise', null],
  ['fabric', 2, 'lengthwise', '2枚 = 50cm × 100cm の1枚でお届け'],
  ['fabric', 3, 'lengthwise', '3枚 = 50cm × 150cm の1枚でお届け'],
  ['fabric', 10, 'lengthwise', '10枚 = 50cm × 500cm の1枚でお届け'],
  ['fabric', 11, 'lengthwise', '11枚 = 50cm × 550cm の1枚でお届け'],
  ['fabric', 40, 'lengthwise', '40枚 = 50cm × 2000cm の1枚でお届け'],
  ['fabric', 3, null, '3枚分をつなげたままお届け'],
  ['fabric', 1, null, null],
  ['kit', 3, 'lengthwise', null],
] as const)('P29: %s, %i units, joined %s: %s', (type, units, joined, text) => {
  expect(joinedPiece(type, units, joined)).toBe(text)
})

test.each([
  ['あさのは', 'あさのは'],
  [' ｱｻﾉﾊ　（25mm） ', 'アサノハ (25mm)'],
  ['11ごうはんぷ', '11ごうはんぷ'],
  ['', ''],
  ['麻のは', null],
  ['あ'.repeat(201), null],
])('the reading %j is read as %j', (text, reading) => {
  expect(readingOf(text)).toBe(reading)
})
