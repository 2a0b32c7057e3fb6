import { expect, test } from 'vitest'
import { cardCount, listQuery, nextCount, queryOf } from './list-address.ts'

test.each<[string | null, number]>([
  [null, 6],
  ['', 6],
  ['many', 6],
  ['1e3', 6],
  ['0x10', 6],
  ['-12', 6],
  ['0', 6],
  ['12', 12],
  ['14.5', 12],
  ['+16', 18],
  ['99999999999999999999', 600],
])('P24: the count %j asks for %i cards', (text, cards) => {
  expect(cardCount(text, 6)).toBe(cards)
})

test('6 are added until all are shown', () => {
  expect(nextCount(13, 6, 6)).toBe(12)
  expect(nextCount(13, 12, 6)).toBe(18)
  expect(nextCount(12, 12, 6)).toBeNull()
  expect(nextCount(0, 6, 6)).toBeNull()
  expect(nextCount(601, 600, 6)).toBeNull()
})

test('P7: an address names only what is not so by itself', () => {
  expect(listQuery({ name: '' }, 6, 6)).toBe('')
  expect(listQuery({ name: '麻' }, 6, 6)).toBe('?name=%E9%BA%BB')
  expect(listQuery({ name: '', level: 'x' }, 12, 6)).toBe('?level=x&count=12')
})

test('a query has its mark only when something is in it', () => {
  expect(queryOf([])).toBe('')
  expect(queryOf([['a', '']])).toBe('')
  expect(queryOf(new URLSearchParams({ name: '麻', count: '12' }))).toBe('?name=%E9%BA%BB&count=12')
})
