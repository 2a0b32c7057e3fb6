import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCart, cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { withoutOffer } from './offer.rules.ts'
import { putBack, withoutUnits } from './rules.ts'
import type { Cart, NumberedQuantity } from './types.ts'

const left = (cart: Cart, ordered: readonly NumberedQuantity[]) => withoutUnits(cart, ordered, terms).cart
const linesIn = (cart: Cart) =>
  cart.map(({ managementNumber, quantity }) => `${managementNumber}x${quantity}`)

test('S13: a cart that was paid whole leaves nothing', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      expect(left(cart, cart)).toEqual([])
    }),
  )
})

test('S13: an order of other products takes nothing out', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      expect(left(cart, [{ managementNumber: 'another', quantity: 3 }])).toEqual(cart)
    }),
  )
})

test('S13, C2: what another tab put in meanwhile stays, and a kit whose fabric was paid costs its price again', () => {
  const cart = cartOf([fabric('A'), 3], kit('K', 1500))
  expect(left(cart, [{ managementNumber: 'A', quantity: 2 }])).toMatchObject([
    { managementNumber: 'A', quantity: 1 },
    { managementNumber: 'K', price: '0' },
  ])
  expect(left(cart, [{ managementNumber: 'A', quantity: 3 }])).toMatchObject([
    { managementNumber: 'K', price: 1500 },
  ])
})

test('S13: numbers are compared in the shop’s spelling, and no unit leaves twice', () => {
  const cart = cartOf([fabric('Ｆ-1'), 2], [fabric('F-1 '), 2])
  expect(linesIn(left(cart, [{ managementNumber: 'F-1', quantity: 3 }]))).toEqual(['F-1 x1'])
})

test('S13: what left for an order comes back whole, beside what is there by now', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const plain = cart.map(withoutOffer)
      expect(putBack(left(cart, cart), plain, terms).cart).toEqual(cart)
    }),
  )
  const now = cartOf([fabric('A'), 98], kit('K'), fabric('B'))
  const returned = cartOf([fabric('A'), 3], kit('K'), [fabric('C'), 2])
  expect(linesIn(putBack(now, returned, terms).cart)).toEqual(['Ax99', 'Kx1', 'Bx1', 'Cx2'])
})
