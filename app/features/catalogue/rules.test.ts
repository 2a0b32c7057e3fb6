import { describe, expect, test } from 'vitest'
import { parseListing } from './form.server.ts'
import {
  filterNames,
  joinedPiece,
  listedPage,
  listingQuery,
  numbersWritten,
  productNumber,
  productPath,
} from './rules.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

describe('P6: the filter', () => {
  test('names each fabric once, however it is written, in the order of kana', () => {
    const names = named('リネン', 'あさ', 'ｶﾞｰｾﾞ', 'ガーゼ', ' あさ', '帆布 8号', '帆布 11号')
    expect(filterNames(names)).toEqual({
      names: ['あさ', 'ｶﾞｰｾﾞ', 'リネン', '帆布 8号', '帆布 11号'],
      hasMore: false,
    })
  })

  test('finds all spellings of a name', () => {
    const fabrics = named('ガーゼ', 'リネン', 'ｶﾞｰｾﾞ')
    const page = listedPage(fabrics, { name: 'ガーゼ', count: 6 }, 6)
    expect(page).toEqual({ total: 2, exact: true, shown: named('ガーゼ', 'ｶﾞｰｾﾞ'), more: null })
    expect(listedPage(fabrics, { name: 'ない', count: 6 }, 6)).toMatchObject({
      total: 0,
      shown: [],
      more: null,
    })
  })
})

describe('P25: many names', () => {
  const numbered = (count: number) => named(...Array.from({ length: count }, (_, at) => `布${at + 1}`))

  test('of 200 all are offered; of more the 200 most frequent, then the first', () => {
    expect(filterNames(numbered(200))).toMatchObject({ hasMore: false, names: { length: 200 } })
    const { names, hasMore } = filterNames([...numbered(201), ...named('あさ'), ...named('布２０１')])
    expect([names.length, hasMore]).toEqual([200, true])
    expect(names).toContain('布201')
    expect(names).toContain('布199')
    expect(names).not.toContain('布200')
    expect(names).not.toContain('あさ')
    expect(names[0]).toBe('布1')
  })

  test('what is no name is looked for in the names: each word, in either kana, case and width', () => {
    const fabrics = named('リネン 生成り', 'Cotton リネン 藍', 'ガーゼ', 'リネン')
    const find = (name: string) => {
      const { shown, total, exact } = listedPage(fabrics, { name, count: 6 }, 6)
      expect(total).toBe(shown.length)
      return [exact, ...shown.map((fabric) => fabric.name)]
    }
    expect(find('リネン')).toEqual([true, 'リネン'])
    expect(find('りねん　藍')).toEqual([false, 'Cotton リネン 藍'])
    expect(find('ＣＯＴＴＯＮ')).toEqual([false, 'Cotton リネン 藍'])
    expect(find('ねん')).toEqual([false, 'リネン 生成り', 'Cotton リネン 藍', 'リネン'])
    expect(find('麻')).toEqual([false])
  })
})

describe('P6: もっと見る', () => {
  const fabrics = named(...Array.from({ length: 14 }, (_, at) => `${at}`))

  test('adds six cards until all are shown', () => {
    const counts = [6, 12, 18].map((count) => listedPage(fabrics, { name: '', count }, 6))
    expect(counts.map(({ shown, more, total }) => [shown.length, more, total])).toEqual([
      [6, 12, 14],
      [12, 18, 14],
      [14, null, 14],
    ])
    expect(listedPage(fabrics.slice(0, 6), { name: '', count: 6 }, 6).more).toBe(null)
  })

  test('ends at the most cards that an address may ask for', () => {
    const many = Array.from({ length: 10_000 }, () => ({ name: '布' }))
    expect(listedPage(many, { name: '', count: 600 }, 6)).toMatchObject({ more: null, total: 10_000 })
    expect(parseListing(new URLSearchParams({ count: String(600) }), 6).count).toBe(600)
  })

  test('P7: is in the address, which leaves out defaults', () => {
    expect(listingQuery({ name: '', count: 6 }, 6)).toBe('')
    expect(listingQuery({ name: '麻の葉', count: 12 }, 6)).toBe('?name=%E9%BA%BB%E3%81%AE%E8%91%89&count=12')
  })
})

describe('the address of the list', () => {
  const parse = (query: string) => parseListing(new URLSearchParams(query), 6)

  test('may leave out both, and names what it holds', () => {
    expect(parse('')).toEqual({ name: '', count: 6 })
    expect(parse('name=')).toEqual({ name: '', count: 6 })
    expect(parse('name=%E9%BA%BB&count=12')).toEqual({ name: '麻', count: 12 })
  })

  test.each([
    ['count=-1', 6],
    ['count=0', 6],
    ['count=abc', 6],
    ['count=', 6],
    ['count=%EF%BC%96', 6],
    ['count=1e6', 6],
    ['count=7', 6],
    ['count=10', 12],
    ['count=6.0', 6],
    ['count=597', 600],
    ['count=606', 600],
    ['count=1000000', 600],
    [`count=${'9'.repeat(1_000)}`, 600],
    ['count=12&count=18', 12],
  ])('P24: %s asks for the nearest count that there is, %i', (query, count) => {
    expect(parse(query)).toEqual({ name: '', count })
  })

  test.each([
    ['name=%00', ''],
    ['name=a%0Ab', ''],
    ['name=%EF%BF%BD', ''],
    [`name=${'a'.repeat(401)}`, ''],
    ['name=a&name=b', 'a'],
  ])('P24: %s asks for the name %j', (query, name) => {
    expect(parse(`${query}&count=12`)).toEqual({ name, count: 12 })
  })
})

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
  ['fabric', 11, 'lengthwise', '11枚分をつなげたままお届け'],
  ['fabric', 3, null, '3枚分をつなげたままお届け'],
  ['fabric', 1, null, null],
  ['kit', 3, 'lengthwise', null],
] as const)('P29: %s, %i units, joined %s: %s', (type, units, joined, text) => {
  expect(joinedPiece(type, units, joined)).toBe(text)
})
