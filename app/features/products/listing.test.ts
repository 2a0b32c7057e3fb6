import { describe, expect, test } from 'vitest'
import { yen } from '~/kernel/money.ts'
import { searchText } from '~/kernel/search-text.ts'
import { rankedPlaces } from '../../../tests/support/ranked-places.ts'
import { parseListing } from './form.server.ts'
import {
  allFabrics,
  isNarrowed,
  listingQuery,
  type ProductListing,
  productCountText,
} from './listing.rules.ts'
import { type Found, type ListedFabric, narrowable, narrowedFabrics, priceLimits } from './narrowing.rules.ts'
import { filterNames, namesInOrder } from './search.rules.ts'

const none = allFabrics(6)

const fabric = (name: string, parts: Partial<ListedFabric> = {}): ListedFabric => ({
  number: name,
  name,
  reading: '',
  price: yen(500),
  createdAt: 0,
  colour: [],
  pattern: [],
  material: [],
  also: [],
  plainName: searchText(name),
  facetWords: '',
  ...parts,
})

const named = (...names: string[]) => names.map((name) => fabric(name))

const list = (fabrics: readonly ListedFabric[], listing: Partial<ProductListing>, found: Found = null) =>
  narrowedFabrics(narrowable(fabrics), { ...none, ...listing }, rankedPlaces(fabrics, found), 6)

const namesOf = (fabrics: readonly ListedFabric[], listing: Partial<ProductListing>, found: Found = null) =>
  list(fabrics, listing, found).shown.map(({ name }) => name)

describe('P6: the filter', () => {
  test('names each fabric once, however it is written, in the order of kana', () => {
    const names = named('リネン', 'あさ', 'ｶﾞｰｾﾞ', 'ガーゼ', ' あさ', '帆布 8号', '帆布 11号')
    expect(filterNames(names)).toEqual({
      names: ['あさ', 'ｶﾞｰｾﾞ', 'リネン', '帆布 8号', '帆布 11号'],
      hasMore: false,
    })
  })

  test('sorts kanji by their reading, where one of a name’s fabrics has it', () => {
    const read = (name: string, reading: string) => fabric(name, { reading })
    const fabrics = [
      read('椿', 'つばき'),
      read('麻の葉', ''),
      read('麻の葉', 'アサノハ'),
      read('ガーゼ', ''),
      read('縞', 'しま'),
    ]
    expect(filterNames(fabrics).names).toEqual(['麻の葉', 'ガーゼ', '縞', '椿'])
  })

  test('finds all spellings of a name', () => {
    const fabrics = named('ガーゼ', 'リネン', 'ｶﾞｰｾﾞ')
    const page = list(fabrics, { name: 'ガーゼ' })
    expect(page).toMatchObject({ total: 2, exact: true, shown: named('ガーゼ', 'ｶﾞｰｾﾞ'), more: null })
    expect(list(fabrics, { name: 'ない' })).toMatchObject({
      total: 0,
      shown: [],
      more: null,
    })
  })
})

describe('P25: many names', () => {
  const nameOf = ({ name }: { readonly name: string }) => name
  const numbered = (count: number) => named(...Array.from({ length: count }, (_, at) => `布${at + 1}`))

  test('S38: up to 60 stand in the page, of more none', () => {
    expect(filterNames(numbered(60))).toMatchObject({ hasMore: false, names: { length: 60 } })
    expect(filterNames(numbered(61))).toEqual({ hasMore: true, names: [] })
  })

  test('all are listed in order; beyond 5,000 the most frequent ones, then the first', () => {
    expect(namesInOrder([...numbered(61), ...named('あさ')])).toEqual(['あさ', ...numbered(61).map(nameOf)])
    const names = namesInOrder([...numbered(5_001), ...named('あさ'), ...named('布５００１')])
    expect(names).toHaveLength(5_000)
    expect(names).toContain('布5001')
    expect(names).toContain('布4999')
    expect(names).not.toContain('布5000')
    expect(names).not.toContain('あさ')
    expect(names[0]).toBe('布1')
  })

  test('what is no name is looked for in the names: each word, in either kana, case and width', () => {
    const fabrics = named('リネン 生成り', 'Cotton リネン 藍', 'ガーゼ', 'リネン')
    const find = (name: string) => {
      const { shown, total, exact } = list(fabrics, { name })
      expect(total).toBe(shown.length)
      return [exact, ...shown.map((fabric) => fabric.name)]
    }
    expect(find('リネン')).toEqual([true, 'リネン'])
    expect(find('りねん　藍')).toEqual([false, 'Cotton リネン 藍'])
    expect(find('ＣＯＴＴＯＮ')).toEqual([false, 'Cotton リネン 藍'])
    expect(find('ねん')).toEqual([false, 'リネン 生成り', 'Cotton リネン 藍', 'リネン'])
    expect(find('麻')).toEqual([false])
    expect(find('！？')).toEqual([false])
  })
})

describe('P6: もっと見る', () => {
  const fabrics = named(...Array.from({ length: 14 }, (_, at) => `${at}`))

  test('adds six cards until all are shown', () => {
    const counts = [6, 12, 18].map((count) => list(fabrics, { count }))
    expect(counts.map(({ shown, more, total }) => [shown.length, more, total])).toEqual([
      [6, 12, 14],
      [12, 18, 14],
      [14, null, 14],
    ])
    expect(list(fabrics.slice(0, 6), {}).more).toBe(null)
  })

  test('ends at the most cards that an address may ask for', () => {
    const many = Array.from({ length: 10_000 }, () => fabric('布'))
    expect(list(many, { count: 600 })).toMatchObject({ more: null, total: 10_000 })
    expect(parseListing(new URLSearchParams({ count: String(600) }), 6).count).toBe(600)
  })

  test('P7: is in the address, which leaves out defaults', () => {
    expect(listingQuery(none, 6)).toBe('')
    expect(listingQuery({ ...none, name: '麻の葉', count: 12 }, 6)).toBe(
      '?name=%E9%BA%BB%E3%81%AE%E8%91%89&count=12',
    )
  })
})

describe('the address of the list', () => {
  const parse = (query: string) => parseListing(new URLSearchParams(query), 6)

  test('may leave out both, and names what it holds', () => {
    expect(parse('')).toEqual(none)
    expect(parse('name=')).toEqual(none)
    expect(parse('name=%E9%BA%BB&count=12')).toEqual({ ...none, name: '麻', count: 12 })
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
    expect(parse(query)).toEqual({ ...none, count })
  })

  test.each([
    ['name=%00', ''],
    ['name=a%0Ab', ''],
    ['name=%EF%BF%BD', ''],
    [`name=${'a'.repeat(401)}`, ''],
    ['name=a&name=b', 'a'],
  ])('P24: %s asks for the name %j', (query, name) => {
    expect(parse(`${query}&count=12`)).toEqual({ ...none, name, count: 12 })
  })

  test('names search, colour, pattern, material, price and order, and is read back as it was', () => {
    const query = 'q=%E8%8A%B1&colour=red&pattern=flowers&material=cotton&price=600&sort=cheap&count=12'
    const listing = parse(query)
    expect(listing).toEqual({
      q: '花',
      name: '',
      colour: 'red',
      pattern: 'flowers',
      material: 'cotton',
      price: 600,
      order: 'cheap',
      count: 12,
    })
    expect(parse(listingQuery(listing, 6))).toEqual(listing)
  })

  test.each([
    'colour=beige',
    'colour=toString',
    'pattern=',
    'material=cotton%20',
    'price=0',
    'price=-600',
    'price=6e2',
    'price=600.5',
    'price=1000000',
    'price=%EF%BC%96',
    'sort=dear',
    'sort=usual',
    'q=%20%E3%80%80',
    'q=%00',
  ])('P24: %s asks for everything', (query) => {
    expect(parse(query)).toEqual(none)
  })

  test('P24: a search is cut to 100 characters, none in half', () => {
    expect(parse(`q=${'a'.repeat(101)}`).q).toBe('a'.repeat(100))
    expect(parse(`q=${encodeURIComponent('𠮷'.repeat(150))}`).q).toBe('𠮷'.repeat(100))
  })
})

describe('what narrows the list', () => {
  const fabrics = [
    fabric('a', { colour: ['red'], pattern: ['flowers'], material: ['cotton'], price: yen(500) }),
    fabric('b', { colour: ['blue', 'red'], pattern: ['flowers'], material: ['linen'], price: yen(601) }),
    fabric('c', { colour: ['blue'], pattern: ['dots'], material: ['cotton', 'linen'], price: yen(600) }),
    fabric('d', { colour: [], price: null }),
  ]

  test.each([
    [{ colour: 'red' }, ['a', 'b']],
    [{ colour: 'blue' }, ['b', 'c']],
    [{ pattern: 'dots' }, ['c']],
    [{ material: 'linen' }, ['b', 'c']],
    [{ price: 600 }, ['a', 'c']],
    [{ colour: 'blue', material: 'cotton' }, ['c']],
    [{ colour: 'red', name: 'b' }, ['b']],
    [{ colour: 'red', price: 499 }, []],
  ] as const)('%j leaves %j', (choice, left) => {
    expect(namesOf(fabrics, choice)).toEqual(left)
    expect(isNarrowed({ ...none, ...choice })).toBe(true)
  })

  test('a search narrows, a name or another order does not', () => {
    expect(isNarrowed({ ...none, q: '花' })).toBe(true)
    expect(isNarrowed({ ...none, name: 'a', order: 'new', count: 12 })).toBe(false)
  })

  test('is combined with what was searched for', () => {
    const found = new Map([
      ['b', 1],
      ['c', 2],
    ])
    expect(namesOf(fabrics, { q: '花' }, found)).toEqual(['b', 'c'])
    expect(namesOf(fabrics, { q: '花', colour: 'red' }, found)).toEqual(['b'])
    expect(namesOf(fabrics, { q: '花', name: 'b' }, found)).toEqual(['b'])
    expect(namesOf(fabrics, { q: '花' }, new Map())).toEqual([])
  })

  test('offers each choice with what it would leave beside the others, and a chosen one always', () => {
    const choices = (listing: Partial<ProductListing>) => list(fabrics, listing).choices
    expect(choices({}).colour).toEqual([
      { id: 'red', name: '赤', count: 2, most: 2 },
      { id: 'blue', name: '青', count: 2, most: 2 },
    ])
    expect(choices({ material: 'cotton' }).colour).toMatchObject([
      { id: 'red', count: 1 },
      { id: 'blue', count: 1 },
    ])
    expect(choices({ material: 'cotton' }).material).toMatchObject([
      { id: 'cotton', count: 2 },
      { id: 'linen', count: 2 },
    ])
    expect(choices({ colour: 'black' }).colour).toContainEqual({ id: 'black', name: '黒', count: 0, most: 0 })
    expect(choices({ pattern: 'dots' }).material).toHaveLength(2)
  })

  test('P50: offers the same choices in the same order whatever else is chosen, by name too', () => {
    const offered = (listing: Partial<ProductListing>, found: Map<string, number> | null = null) => {
      const { colour, pattern, material, price } = list(fabrics, listing, found).choices
      return [...colour, ...pattern, ...material, ...price].map(({ id, most }) => [id, most])
    }
    for (const chosen of [
      { colour: 'blue' },
      { pattern: 'dots' },
      { name: 'c' },
      { name: 'nowhere' },
    ] as const)
      expect(offered(chosen)).toEqual(offered({}))
    expect(list(fabrics, { name: 'c' }).choices.colour.map(({ count }) => count)).toContain(0)
    // Of a search, what it found alone.
    const found = new Map([
      ['b', 1],
      ['c', 2],
    ])
    expect(offered({ q: '花', colour: 'red' }, found)).toEqual(offered({ q: '花' }, found))
    expect(offered({ q: '花' }, found)).not.toEqual(offered({}))
  })

  test('one choice alone is none', () => {
    const same = ['a', 'b'].map((name) => fabric(name, { colour: ['red'] }))
    expect(list(same, {}).choices).toEqual({ colour: [], pattern: [], material: [], price: [] })
  })

  test('prices are offered as round limits that part the products', () => {
    const costing = (...prices: number[]) => prices.map((price) => fabric('布', { price: yen(price) }))
    expect(priceLimits(costing(480, 520, 550, 580, 680, 780, 880, 1_280))).toEqual([600, 800])
    expect(priceLimits(costing(2_100, 2_600, 3_100, 9_000))).toEqual([2_500, 3_000, 3_500])
    expect(priceLimits(costing(500, 500))).toEqual([])
    expect(priceLimits([fabric('布', { price: null })])).toEqual([])
    expect(list(fabrics, { price: 5_000 }).choices.price).toContainEqual({
      id: 5_000,
      name: '5,000円まで',
      count: 3,
      most: 3,
    })
  })
})

describe('the order of the list', () => {
  const fabrics = [
    fabric('椿', { reading: 'つばき', price: yen(700), createdAt: 2 }),
    fabric('麻の葉', { reading: 'あさのは', price: null, createdAt: 1 }),
    fabric('ガーゼ', { price: yen(500), createdAt: 3 }),
    fabric('格子', { price: yen(500), createdAt: 3, reading: 'こうし' }),
  ]

  test.each([
    ['usual', ['椿', '麻の葉', 'ガーゼ', '格子']],
    ['new', ['ガーゼ', '格子', '椿', '麻の葉']],
    ['cheap', ['ガーゼ', '格子', '椿', '麻の葉']],
    ['name', ['麻の葉', 'ガーゼ', '格子', '椿']],
  ] as const)('%s is %j', (order, names) => {
    expect(namesOf(fabrics, { order })).toEqual(names)
  })

  test('of a search the number itself comes first, then names, unless another order is asked for', () => {
    const found = new Map([
      ['椿', 2],
      ['ガーゼ', 1],
      ['格子', 0],
    ])
    expect(namesOf(fabrics, { q: 'x' }, found)).toEqual(['格子', 'ガーゼ', '椿'])
    expect(namesOf(fabrics, { q: 'x', order: 'name' }, found)).toEqual(['ガーゼ', '格子', '椿'])
  })
})

test.each([
  [{ q: '', total: 42, shown: 6 }, true, '全42点（6点を表示中）'],
  [{ q: '', total: 6, shown: 6 }, true, '全6点'],
  [{ q: '', total: 18, shown: 6 }, false, '18点（6点を表示中）'],
  [{ q: '花', total: 1_200, shown: 6 }, false, '「花」1,200点（6点を表示中）'],
])('the count %j is told as it is', (numbers, isAll, told) => {
  expect(productCountText(numbers, isAll)).toBe(told)
})
