import { expect, test } from 'vitest'
import type { DeskCard } from '~/kernel/desk-card.ts'
import { shownCount, waitingAt } from './places.rules.ts'

const card = (parts: Partial<DeskCard>): DeskCard => ({
  kind: 'ship',
  text: '',
  count: 1,
  unit: '件',
  note: '',
  tone: 'plain',
  place: 'orders',
  waits: false,
  to: null,
  ...parts,
})

test('the bar counts each thing once: what is red for きょう, the rest at its place', () => {
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

test('has room for two digits', () => {
  expect([shownCount(99), shownCount(100)]).toEqual(['99', '99+'])
})
