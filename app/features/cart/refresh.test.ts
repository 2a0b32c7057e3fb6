import { describe, expect, test } from 'vitest'
import { cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { addItem, refreshItems } from './rules.ts'
import { parseStoredCart } from './storage.rules.ts'
import { cartTotals } from './totals.rules.ts'
import type { CartProduct } from './types.ts'

const lookupIn =
  (...products: readonly CartProduct[]) =>
  (number: string) =>
    products.find((one) => one.managementNumber === number)

describe('reading the cart’s products anew', () => {
  test('C12: newest price, name and picture; units and place stay; the change is told', () => {
    const cart = cartOf([fabric('F', 550), 3], fabric('G'))
    const newer = { ...fabric('F', '６６０円'), name: '新しい名前' }
    const change = refreshItems(cart, lookupIn(newer), terms)
    expect(change.cart).toEqual([{ ...newer, quantity: 3 }, cart[1]])
    expect(change.notice).toEqual({
      kind: 'prices-changed',
      changes: [{ managementNumber: 'F', name: '新しい名前', before: 550, after: 660 }],
    })
  })

  test('the same price in another form is no change', () => {
    expect(
      refreshItems(cartOf(fabric('F', 550)), lookupIn(fabric('F', '550円')), terms).notice,
    ).toBeUndefined()
  })

  test('C2: an old free kit gets its price back and may be paid', () => {
    const old = { ...kit('1', '0'), name: 'キット1 (無料)', quantity: 1 }
    const alone = refreshItems([old], lookupIn(kit('1')), terms)
    expect(alone.notice).toBeUndefined()
    expect(alone.cart).toEqual([{ ...kit('1'), quantity: 1 }])
    expect(cartTotals(alone.cart, terms)).toMatchObject({ subtotal: 1_500, payable: { ok: true } })
  })

  test('C5: an old free kit that the shop gives away is simply free', () => {
    const old = { ...kit('1', '0'), name: 'キット1 (無料)', quantity: 1 }
    const { cart } = refreshItems(
      [...cartOf(fabric('F')), old],
      lookupIn({ ...kit('1', 0), name: 'キット1 (無料)' }),
      terms,
    )
    expect(cart[1]).toMatchObject({ name: 'キット1', price: '0' })
    expect(cartTotals(cart, terms)).toMatchObject({ payable: { ok: true }, lines: [{}, { state: 'free' }] })
  })

  test('C2: the price behind a free kit is the newest too', () => {
    const { cart, notice } = refreshItems(
      cartOf(fabric('F'), kit('1', 1_500)),
      lookupIn(kit('1', 1_800)),
      terms,
    )
    expect(cart[1]).toMatchObject({ price: '0', originalPrice: 1_800 })
    expect(notice).toMatchObject({ changes: [{ managementNumber: '1', before: 1_500, after: 1_800 }] })
  })

  test('C8: what the shop calls a kit is one, whatever the old cart guessed', () => {
    const guessed = { ...fabric('1'), quantity: 4 }
    expect(refreshItems([guessed], lookupIn(kit('1')), terms).cart).toEqual([{ ...kit('1'), quantity: 1 }])
  })

  test('C9: a price that became uncertain stops the payment', () => {
    const { cart, notice } = refreshItems(cartOf(fabric('F')), lookupIn(fabric('F', '時価')), terms)
    expect(notice).toMatchObject({ changes: [{ before: 550, after: null }] })
    expect(cartTotals(cart, terms).payable).toMatchObject({ ok: false, why: 'price-unknown' })
  })
})

test('P1: what is not sold any more stays marked: no sum, no offer and no payment, until it goes or is sold again', () => {
  const cart = cartOf([fabric('F', 2_000), 2], kit('1'), kit('2'), kit('3'), kit('4'))
  const goneKit = refreshItems(cart, lookupIn(fabric('F', 2_000)), terms, { gone: ['1'] }).cart
  expect(cartTotals(goneKit, terms).lines.map(({ state }) => state)).toEqual([
    'paid',
    'gone',
    'free-by-offer',
    'free-by-offer',
    'paid',
  ])
  const gone = refreshItems(cart, lookupIn(), terms, { gone: ['F'] }).cart
  expect(cartTotals(gone, terms)).toMatchObject({
    subtotal: 6_000,
    payable: { ok: false, why: 'gone', numbers: ['F'] },
  })
  expect(parseStoredCart(JSON.stringify(gone), terms).cart).toEqual(gone)
  expect(refreshItems(gone, lookupIn(fabric('F', 2_000)), terms).cart).toEqual(cart)
  expect(addItem(gone, fabric('F', 2_000), terms).cart[0]).toMatchObject({ quantity: 3, price: 2_000 })
  expect(addItem(gone, fabric('F', 2_000), terms).cart[0]).not.toHaveProperty('isGone')
})
