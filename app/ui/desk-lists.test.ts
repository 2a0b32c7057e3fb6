import { expect, test } from 'vitest'
import { besidePath, listBeside, neighboursOf, withListed } from './desk-lists.tsx'

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
  // The second page of a list of more.
  expect(
    neighboursOf(
      { seen, listed: [{ address: '/admin/orders?state=all', rows, before: 50, among: 450 }] },
      order('B'),
    ),
  ).toMatchObject({ place: 52, among: 450 })
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

test('W77: a sheet leads back beside the list where its order was open there, and to the page where she had opened that', () => {
  const beside = { at: 2, path: besidePath(order('A')) ?? '', search: '?state=all' }
  const sheet = { at: 3, path: `${order('A')}/email`, search: '' }
  const here = { at: 4, path: order('A'), search: '?done=order.email' }
  const from = (...seen: readonly (typeof list)[]) => listBeside(seen, order('A'), here.search)
  expect(beside.path).toBe('/admin/orders/beside/A')
  expect(besidePath('/admin/products/A')).toBeNull()
  expect(from(list, beside, sheet, here)).toBe(beside)
  expect(from(list, beside, sheet)).toBe(beside)
  // From its page, which she had opened, or came to without a sheet.
  expect(from(list, beside, { ...here, at: 3, search: '' }, sheet, here)).toBeNull()
  expect(from(list, beside, here)).toBeNull()
  expect(from(list, sheet, here)).toBeNull()
  expect(from({ ...beside, path: '/admin/orders/beside/B' }, sheet, here)).toBeNull()
  expect(from(beside, { ...sheet, path: '/admin/more' }, here)).toBeNull()
  expect(from()).toBeNull()
})
