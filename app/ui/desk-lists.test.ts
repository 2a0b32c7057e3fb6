import { expect, test } from 'vitest'
import { neighboursOf, withListed } from './desk-lists.tsx'

const order = (number: string) => `/admin/orders/${number}`
const list = { at: 1, path: '/admin/orders', search: '?state=all' }
const rows = [order('A'), order('B'), order('C')]
const listed = [{ address: '/admin/orders?state=all', rows }]

test('W74: an order has its neighbours in the list that was seen last, also after one was opened from the other', () => {
  const seen = [list, { at: 2, path: order('A'), search: '' }]
  expect(neighboursOf({ seen, listed }, order('B'))).toEqual({
    before: order('A'),
    after: order('C'),
    place: 2,
    among: 3,
  })
  expect(neighboursOf({ seen, listed }, order('A'))).toMatchObject({ before: undefined, after: order('B') })
  expect(neighboursOf({ seen, listed }, order('C'))).toMatchObject({ before: order('B'), after: undefined })
  expect(neighboursOf({ seen, listed }, order('D'))).toBeNull()
  // Of another search, and of another list.
  expect(neighboursOf({ seen: [{ ...list, search: '' }], listed }, order('B'))).toBeNull()
  expect(
    neighboursOf({ seen: [list, { at: 2, path: '/admin/log', search: '' }], listed }, order('B')),
  ).toBeNull()
  expect(neighboursOf({ seen: [], listed }, order('B'))).toBeNull()
})

test('W74: a tab remembers the rows of ten lists, each as it was shown last, and a hundred of each', () => {
  const all = Array.from({ length: 12 }, (_, at) => ({ address: `/admin/orders?page=${at}`, rows }))
  const kept = all.reduce(withListed, [])
  expect(kept.map(({ address }) => address)).toEqual(all.slice(2).map(({ address }) => address))
  const again = withListed(kept, { address: '/admin/orders?page=5', rows: [order('D')] })
  expect(again).toHaveLength(10)
  expect(again.filter(({ address }) => address === '/admin/orders?page=5')).toHaveLength(1)
  expect(again.at(-1)).toEqual({ address: '/admin/orders?page=5', rows: [order('D')] })
  const many = Array.from({ length: 101 }, (_, at) => order(String(at)))
  expect(withListed([], { address: '/admin/orders', rows: many })[0]?.rows).toEqual(many.slice(0, 100))
})
