import { expect, test } from 'vitest'
import { addresses } from '~/addresses.ts'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { placeAt, shownCount, waitingAt } from './places.rules.ts'

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
})
