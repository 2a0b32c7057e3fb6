import { expect, test } from 'vitest'
import {
  filtersFor,
  type ListToRead,
  listAddress,
  markOf,
  marksOf,
  mostMarked,
  pageOf,
  readListAddress,
  sortedBy,
} from './desk-list.ts'

const list = {
  columns: [
    { key: 'number' },
    { key: 'at', sorts: 'desc' },
    { key: 'name', sorts: 'asc' },
    { key: 'total', sorts: 'desc', ownerOnly: true },
  ],
  filters: [
    {
      key: 'kind',
      name: '種類',
      kind: 'choice',
      choices: [
        { value: 'a', name: 'あ' },
        { value: 'sum', name: '合計', ownerOnly: true },
      ],
    },
    { key: 'from', name: 'から', kind: 'day' },
    { key: 'goods', name: '商品', kind: 'text' },
    { key: 'least', name: '円から', kind: 'yen', ownerOnly: true },
    { key: 'noted', name: 'メモあり', kind: 'flag' },
  ],
} as const satisfies ListToRead<string, string>

const read = (query: string, isOwner = true) =>
  readListAddress<string, string>(list, new URLSearchParams(query), isOwner)
const address = (query: string, changes?: Parameters<typeof listAddress>[1]) =>
  String(new URLSearchParams(listAddress(read(query), changes).map(([name, value]) => [name, value])))

test('N118: the order of a list is that of its address, first in the direction of its column', () => {
  expect(read('')).toMatchObject({ sort: null, size: 50, page: 1, filters: {}, unknown: [] })
  expect(read('sort=at')).toMatchObject({ sort: 'at', direction: 'desc' })
  expect(read('sort=name')).toMatchObject({ sort: 'name', direction: 'asc' })
  expect(read('sort=name&dir=desc&size=100&page=3')).toMatchObject({
    ...{ sort: 'name', direction: 'desc', size: 100, page: 3 },
  })
})

test('P24, N118: what there is not is as if it were not there, and a filter that cannot be read is told', () => {
  for (const query of ['sort=number', 'sort=nothing', 'sort=', 'sort=constructor'])
    expect(read(query).sort, query).toBeNull()
  expect(read('dir=up&size=70&page=0')).toMatchObject({ size: 50, page: 1 })
  for (const page of ['-1', '1.5', 'x', '99999', '']) expect(read(`page=${page}`).page, page).toBe(1)
  const odd = read('kind=b&from=2026-13-01&least=many&noted=yes&goods=')
  expect([odd.filters, odd.unknown]).toEqual([{}, ['種類', 'から', '円から', 'メモあり']])
  expect(read('from=1.1.2026').filters).toEqual({})
  expect(read(`least=${10 ** 8}`).filters).toEqual({})
})

test('N118: filters are read in one spelling, texts at most 100 characters long', () => {
  const { filters, unknown } = read(
    `kind=a&from=2026-11-01&goods=${'布'.repeat(200)}&least=${encodeURIComponent('￥１，２００円')}&noted=1`,
  )
  expect(unknown).toEqual([])
  expect(filters).toEqual({
    kind: 'a',
    from: '2026-11-01',
    goods: '布'.repeat(100),
    least: '1200',
    noted: '1',
  })
})

test('N12, N118: a packer neither sorts nor narrows by what is the owner’s', () => {
  expect(read('sort=total').sort).toBe('total')
  expect(read('sort=total&least=5', false)).toMatchObject({ sort: null, filters: {}, unknown: [] })
  expect(read('least=x', false).unknown).toEqual([])
  expect(read('kind=sum').filters).toEqual({ kind: 'sum' })
  expect(read('kind=sum', false).filters).toEqual({})
  expect(filtersFor(list.filters, false).map(({ key }) => key)).not.toContain('least')
  expect(filtersFor(list.filters, false)[0]).toMatchObject({ choices: [{ value: 'a' }] })
  expect(filtersFor(list.filters, true)).toEqual(list.filters)
})

test('P7, N118: an address has no defaults, and another order, filter or size begins at the first page', () => {
  expect(address('size=50&page=1&dir=asc&kind=')).toBe('')
  expect(address('kind=a&sort=name&size=100&page=2')).toBe('kind=a&sort=name&dir=asc&size=100&page=2')
  expect(address('kind=a&sort=name&page=2', { direction: 'desc' })).toBe('kind=a&sort=name&dir=desc')
  expect(address('kind=a&page=2', { page: 3 })).toBe('kind=a&page=3')
  expect(address('kind=a&page=2', { filters: {} })).toBe('')
})

test('N85, N118: marks are keys with the version that was seen, each once, and never more than an act takes', () => {
  expect([markOf('K7P4-9WXD', 3), markOf('F-1', undefined)]).toEqual(['K7P4-9WXD~3', 'F-1'])
  const sent = new URLSearchParams([
    ['order', 'A~1'],
    ['order', 'A~2'],
    ['order', 'B'],
    ['order', 'C~x'],
    ['order', ''],
    ['order', '~4'],
    ['other', 'D'],
  ])
  expect(marksOf(sent, 'order')).toEqual([
    { key: 'A', version: 2 },
    { key: 'B', version: -1 },
    { key: 'C~x', version: -1 },
  ])
  const many = (count: number) =>
    marksOf(new URLSearchParams(Array.from({ length: count }, (_, at) => ['order', `${at}~1`])), 'order')
  expect(many(mostMarked)).toHaveLength(mostMarked)
  expect(many(mostMarked + 1)).toBeNull()
})

test('P24: the page that is nearest to the one asked for', () => {
  const rows = Array.from({ length: 120 }, (_, at) => at)
  expect(pageOf(rows, { page: 3, size: 50 })).toEqual({ rows: rows.slice(100), page: 3, pages: 3 })
  expect(pageOf(rows, { page: 9, size: 50 })).toMatchObject({ page: 3 })
  expect(pageOf([], { page: 2, size: 50 })).toEqual({ rows: [], page: 1, pages: 1 })
})

test('R25, N118: sorted by a key, empty ones last in both directions, equal ones as they stood', () => {
  const keys: Record<string, number | string | null> = { a: 2, b: null, c: 1, d: 2, e: '' }
  const rows = Object.keys(keys)
  const by = (direction: 'asc' | 'desc') => sortedBy(rows, (row) => keys[row] ?? null, direction).join('')
  expect([by('asc'), by('desc')]).toEqual(['cadbe', 'adcbe'])
})
