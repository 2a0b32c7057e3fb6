import { expect, test } from 'vitest'

import { leftText, whyStopped, withOwnHold, withStockNow } from './rules.ts'

test.each([
  [{}, undefined],
  [{ most: 3 }, undefined],
  [{ most: 3, waits: true }, undefined],
  [{ most: 0 }, '売り切れ'],
  [{ most: 0, waits: true }, 'お支払い中'],
  [{ most: 0, waits: true, suspended: true }, '販売休止中'],
  [{ suspended: true }, '販売休止中'],
] as const)('K10: %j is not sold for the reason %s', (product, why) => {
  expect(whyStopped(product)).toBe(why)
})

const own = { token: 't', units: 1, isBeingPaid: false }

test.each([
  [{ most: 0, waits: true }, own, undefined],
  [{ most: 0, waits: true }, { ...own, isBeingPaid: true }, 'お支払いの確認中'],
  [{ most: 0 }, own, '売り切れ'],
  [{ most: 0, waits: true, suspended: true }, own, '販売休止中'],
] as const)('K31: %j with its own hold %j is not sold for the reason %s', (product, hold, why) => {
  expect(whyStopped(product, hold)).toBe(why)
})

test('K31: what the browser itself holds it can order, and no more is promised', () => {
  expect(withOwnHold({ most: 0 }, { ...own, units: 3 })).toEqual({ most: 3 })
  expect(withOwnHold({ most: 5 }, { ...own, units: 3 })).toEqual({ most: 5 })
  expect(withOwnHold({ most: 0 }, { ...own, isBeingPaid: true })).toEqual({ most: 0 })
  expect(withOwnHold({ most: 0 }, undefined)).toEqual({ most: 0 })
  expect(withOwnHold({}, own)).toEqual({})
})

test('K31: once the shop has told it, what others hold is told apart from her own, and all that she can have is offered', () => {
  const held = (waits: boolean) => ({ ...own, left: { most: 2, waits } })
  expect(withOwnHold({ most: 1, waits: true }, held(false))).toEqual({ most: 2, waits: undefined })
  expect(withOwnHold({ most: 1, waits: true }, held(true))).toEqual({ most: 2, waits: true })
  expect(withOwnHold({ most: 4 }, held(false))).toMatchObject({ most: 4 })
})

test('C26: of a page that stayed open the shop tells the stock anew, also that it is not counted or not sold any more', () => {
  const drawn = { name: '布', most: 5, waits: true } as const
  expect(withStockNow(drawn, { most: 2 })).toEqual({ name: '布', most: 2, waits: undefined })
  expect(withStockNow(drawn, {})).toEqual({ name: '布', most: undefined, waits: undefined })
  expect(withStockNow(drawn, null)).toEqual({ ...drawn, suspended: true })
  expect(withStockNow(drawn, undefined)).toBe(drawn)
})

test.each([
  [0, null],
  [1, 'いま、1枚までお届けできます'],
  [2, 'いま、つなげて2枚までお届けできます'],
  [10, 'いま、つなげて10枚までお届けできます'],
  [11, null],
])('K10: of %i units left a shopper reads %s, and one is joined to nothing', (most, text) => {
  expect(leftText({ type: 'fabric', most }, 'lengthwise')).toBe(text)
  expect(leftText({ type: 'fabric', most }, null)).toBe(text?.replace('つなげて', '') ?? null)
  expect(leftText({ type: 'kit', most }, 'lengthwise')).toBeNull()
})
