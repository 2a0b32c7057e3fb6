import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCart, cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { withoutPaid } from './cart-after-payment.rules.ts'

const linesOf = (cart: readonly { managementNumber: string; quantity: number }[]) =>
  cart.map(({ managementNumber: number, quantity }) => ({ number, quantity }))

test('S13: a cart that was paid whole leaves nothing', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      expect(withoutPaid(cart, linesOf(cart), terms)).toEqual([])
    }),
  )
})

test('S13: an order of other goods takes nothing out', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      expect(withoutPaid(cart, [{ number: 'another', quantity: 3 }], terms)).toEqual(cart)
    }),
  )
})

test('S13, C2: what another tab put in meanwhile stays, and a kit whose fabric was paid costs its price again', () => {
  const cart = cartOf([fabric('A'), 3], kit('K', 1500))
  expect(withoutPaid(cart, [{ number: 'A', quantity: 2 }], terms)).toMatchObject([
    { managementNumber: 'A', quantity: 1 },
    { managementNumber: 'K', price: '0' },
  ])
  expect(withoutPaid(cart, [{ number: 'A', quantity: 3 }], terms)).toMatchObject([
    { managementNumber: 'K', price: 1500 },
  ])
})
