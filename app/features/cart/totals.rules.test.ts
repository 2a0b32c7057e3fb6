import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { removeItem } from './rules.ts'
import { cartTotals } from './totals.rules.ts'
import type { CartProduct } from './types.ts'

test('three fabrics: the borders come and go', () => {
  const totals = (units: number) => cartTotals(cartOf([fabric('F', 2_200), units]), terms)
  expect(totals(1)).toMatchObject({ units: 1, subtotal: 2_200, shipping: 400, total: 2_600 })
  expect(totals(2)).toMatchObject({ units: 2, subtotal: 4_400, shipping: 900, total: 5_300 })
  expect(totals(11)).toMatchObject({ units: 11, subtotal: 24_200, shipping: 0, total: 24_200 })
})

test('C18: units are counted, not lines', () => {
  expect(cartTotals(cartOf([fabric('F'), 3], [fabric('G'), 2], kit('1')), terms).units).toBe(6)
})

test('the lines add up to what is shown, and nothing is negative', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { lines, subtotal, shipping, total, units } = cartTotals(cart, terms)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal)
      expect(
        lines.every(({ amount, unitPrice, item }) => amount === unitPrice * item.quantity && amount >= 0),
      ).toBe(true)
      expect(subtotal + shipping).toBe(total)
      expect(lines.reduce((sum, { item }) => sum + item.quantity, 0)).toBe(units)
    }),
  )
})

test('C7: a free line knows its plain name and what it costs without the offer', () => {
  const [, line] = cartTotals(cartOf(fabric('F'), kit('1')), terms).lines
  expect(line).toMatchObject({
    state: 'free-by-offer',
    plainName: 'キット1',
    unitPrice: 0,
    regularPrice: 1_500,
  })
})

describe('may it be paid?', () => {
  const payable = (...products: readonly CartProduct[]) => cartTotals(cartOf(...products), terms).payable

  test('not when it is empty', () => {
    expect(payable()).toEqual({ ok: false, why: 'empty', numbers: [] })
  })

  test('C15: not when all of it is free', () => {
    expect(payable(kit('gift', 0))).toEqual({ ok: false, why: 'only-free', numbers: ['gift'] })
  })

  test('C9: not while a price is uncertain', () => {
    expect(payable(fabric('F'), fabric('G', '500円〜800円'))).toEqual({
      ok: false,
      why: 'price-unknown',
      numbers: ['G'],
    })
    expect(payable(fabric('F'), fabric('G', 0))).toEqual({ ok: false, why: 'price-unknown', numbers: ['G'] })
  })

  test('C2: not while an old free kit has not been read again', () => {
    const old = { ...kit('1', '0'), name: 'キット1(free)', quantity: 1 }
    expect(cartTotals([...cartOf(fabric('F')), old], terms).payable).toEqual({
      ok: false,
      why: 'needs-refresh',
      numbers: ['1'],
    })
  })

  test('C2: the cart is still paid for after the fabric has left', () => {
    const cart = removeItem(cartOf(fabric('F', 300), kit('1'), kit('2')), 'F', terms).cart
    expect(cartTotals(cart, terms)).toMatchObject({ subtotal: 3_000, payable: { ok: true } })
  })

  test('whatever may be paid costs more than nothing', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const { payable: answer, subtotal, lines } = cartTotals(cart, terms)
        expect(answer.ok).toBe(
          subtotal > 0 && lines.every(({ state }) => state !== 'price-unknown' && state !== 'needs-refresh'),
        )
      }),
    )
  })
})
