import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Yen, yen } from '~/kernel/money.ts'
import { cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { nextDearerStep, untilFreeShipping } from './shipping-ahead.rules.ts'
import { cartTotals, shippingStep } from './totals.rules.ts'

const bands = terms.shippingBands
const shippingFee = (subtotal: Yen, steps: typeof bands) => shippingStep(subtotal, steps).fee

test.each([
  [0, 0],
  [1, 400],
  [4_399, 400],
  [4_400, 900],
  [24_199, 900],
  [24_200, 0],
  [9_000_000, 0],
])('C19: products for %i yen pay %i yen of shipping', (subtotal, fee) => {
  expect(shippingFee(yen(subtotal), bands)).toBe(fee)
})

test('C19: the fee goes by the subtotal after the kit offer', () => {
  const bought = [fabric('F', 3_300), kit('1', 1_500)]
  const before = bought.map((product) => ({ ...product, quantity: 1 }))
  expect(cartTotals(before, terms)).toMatchObject({ subtotal: 4_800, shipping: 900 })
  expect(cartTotals(cartOf(...bought), terms)).toMatchObject({ subtotal: 3_300, shipping: 400, total: 3_700 })
})

test.each([
  [0, { from: 0, below: 1, fee: 0 }],
  [500, { from: 1, below: 4_400, fee: 400 }],
  [4_400, { from: 4_400, below: 24_200, fee: 900 }],
  [30_000, { from: 24_200, below: null, fee: 0 }],
])('C20: the cart can say which step %i yen stand on', (subtotal, step) => {
  expect(shippingStep(yen(subtotal), bands)).toEqual(step)
})

test.each([
  [0, null],
  [3_999, null],
  [4_000, 4_400],
  [4_399, 4_400],
  [4_400, null],
  // The step after this one is cheaper.
  [24_199, null],
  [24_200, null],
])('C20: %i yen are told of the dearer step ahead: %j', (subtotal, from) => {
  expect(nextDearerStep(yen(subtotal), bands)?.from ?? null).toBe(from)
})

test('C20: a step that costs as much is none to be told of', () => {
  const flat = [
    { below: yen(1_000), fee: yen(400) },
    { below: yen(2_000), fee: yen(400) },
  ]
  expect(nextDearerStep(yen(900), flat)).toBeNull()
})

describe('C20: あと○円で送料無料', () => {
  /** Of every size, and often beside a border. */
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 30_000 }),
    fc.integer({ min: -2, max: 2 }).chain((beside) => fc.constantFrom(2, 4_400 + beside, 24_200 + beside)),
  )

  test.each([
    [0, null],
    [1, null],
    [4_399, null],
    [4_400, 19_800],
    [24_199, 1],
    [24_200, null],
  ])('at %i yen: %j', (subtotal, more) => {
    expect(untilFreeShipping(yen(subtotal), bands)).toBe(more)
  })

  test.each([
    [999, null],
    [1_000, 2_000],
    [1_999, 1_001],
    [2_000, 1_000],
    [2_999, 1],
  ])('with a fee that falls again after it rose, at %i yen: %j', (subtotal, more) => {
    const threeSteps = [
      { below: yen(1_000), fee: yen(400) },
      { below: yen(2_000), fee: yen(900) },
      { below: yen(3_000), fee: yen(500) },
    ]
    expect(untilFreeShipping(yen(subtotal), threeSteps)).toBe(more)
  })

  test('stands on no step that is free already', () => {
    const freeFrom1000 = [
      { below: yen(1_000), fee: yen(500) },
      { below: yen(2_000), fee: yen(0) },
    ]
    expect(untilFreeShipping(yen(1_500), freeFrom1000)).toBeNull()
  })

  test('never stands where one more unit, at any price, raises the fee', () => {
    fc.assert(
      fc.property(amount, amount, (subtotal, unit) => {
        if (untilFreeShipping(yen(subtotal), bands) === null) return
        const now = shippingFee(yen(subtotal), bands)
        expect(shippingFee(yen(subtotal + unit), bands)).toBeLessThanOrEqual(now)
      }),
    )
  })

  test('what it promises is true', () => {
    fc.assert(
      fc.property(amount, (subtotal) => {
        const more = untilFreeShipping(yen(subtotal), bands)
        if (more === null) return
        expect(shippingFee(yen(subtotal + more), bands)).toBe(0)
        expect(shippingFee(yen(subtotal + more - 1), bands)).toBeGreaterThan(0)
      }),
    )
  })
})
