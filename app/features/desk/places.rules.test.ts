import { expect, test } from 'vitest'
import { addresses } from '~/addresses.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { placeAt, placeOnPhone, railPageAt, shownCount, waitingAt, waitingOfKinds } from './places.rules.ts'

const card = (parts: Partial<DeskCard>): DeskCard => ({
  kind: 'ship',
  text: '',
  count: 1,
  unit: '件',
  note: '',
  tone: 'plain',
  place: 'orders',
  waits: false,
  to: '/admin',
  ...parts,
})

test('N93: the bar counts each thing once: what is red for きょう, the rest at its place', () => {
  const cards = [
    card({ count: 12, tone: 'main' }),
    card({ count: 2, tone: 'red' }),
    card({ count: 4, waits: true }),
    card({ count: null, tone: 'red' }),
    card({ count: 3, place: 'shop' }),
    card({ count: 5, place: 'more', tone: 'red' }),
  ]
  expect(waitingAt(cards, 'orders')).toBe(12)
  expect(waitingAt(cards, 'shop')).toBe(3)
  expect(waitingAt(cards, 'more')).toBe(0)
  expect(waitingAt(cards, 'today')).toBe(7)
})

test('N93: what has no list is one thing to do, and a list that holds others too counts those', () => {
  const days = card({ count: 12, tone: 'red', to: null })
  expect(waitingAt([days, card({ count: null, tone: 'red', to: null })], 'today')).toBe(1)
  expect(waitingAt([{ ...days, count: 0 }], 'today')).toBe(0)
  expect(waitingAt([card({ count: 2, inList: 3 })], 'orders')).toBe(3)
})

test('N122: an entry of the rail counts what the list holds to which it leads, and no other kind', () => {
  const cards = [card({ count: 12, inList: 14 }), card({ kind: 'review', count: 3, tone: 'red' })]
  expect(waitingOfKinds(cards, ['ship'])).toBe(12)
  expect(waitingOfKinds(cards, ['review'])).toBe(3)
  expect(waitingOfKinds(cards, ['ship', 'review'])).toBe(15)
  expect(waitingOfKinds([card({ count: null })], ['ship'])).toBe(0)
})

test('N122: the rail marks a list of orders, and the pages of packing, stock, prices and files at their own entries', () => {
  const at = (path: string) => {
    const [pathname = '', search] = path.split('?')
    return railPageAt(pathname, new URLSearchParams(search).get('state'))
  }
  const found = [
    ['/admin/orders?state=review', 'review'],
    ['/admin/orders?state=awaiting', 'awaiting'],
    ['/admin/orders?state=returning', 'returning'],
    ['/admin/orders/K7P4-9WXD?state=review', undefined],
    ['/admin/orders?state=shipped', undefined],
    ['/admin/products?state=review', undefined],
    ['/admin/Packing/print', 'packing'],
    ['/admin/receive/x', 'receive'],
    ['/admin/feed', 'prices'],
    ['/admin/stock', 'stock'],
    ['/admin/products/F-1001/stock', 'stock'],
    ['/admin/products/F-1001', undefined],
    ['/admin/products/file/x', 'file'],
    ['/admin/lists/file', undefined],
    ['/admin', undefined],
  ] as const
  expect(found.map(([path]) => at(path))).toEqual(found.map(([, page]) => page))
})

test('has room for two digits', () => {
  expect([shownCount(99), shownCount(100)]).toEqual(['99', '99+'])
})

test('every page of the desk is marked at its place of the bar', () => {
  const doors = ['/admin/enter', '/admin/passkey', '/admin/join/:token', '/admin/*']
  const pages = Object.keys(addresses).filter(
    (path) =>
      path.startsWith('/admin') &&
      !doors.includes(path) &&
      !['/admin/product-picture', '/admin/events'].includes(path),
  )
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((path) => placeAt(path) === undefined)).toEqual([])
  expect(['/admin', '/admin/', '/admin/feed', '/Admin/Stock', '/admin/packing/bolt'].map(placeAt)).toEqual([
    'today',
    'today',
    'shop',
    'products',
    'orders',
  ])
  expect([...doors, '/', '/gallery/admin'].map(placeAt)).toEqual(Array(6).fill(undefined))
  const month = ['/admin/sales', '/admin/sales/files']
  expect(month.map(placeAt), 'below 注文 on the rail').toEqual(['orders', 'orders'])
  expect([...month, '/admin/orders', '/admin'].map(placeOnPhone), 'a phone finds it on その他').toEqual([
    ...['more', 'more', 'orders', 'today'],
  ])
})
