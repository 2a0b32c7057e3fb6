import { expect, test } from 'vitest'
import { cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { fabricNeed, fabricNeedText } from './fabric-need.rules.ts'
import { addItem, refreshItems, setQuantity } from './rules.ts'
import { isSameCart, parseStoredCart } from './storage.rules.ts'
import type { Cart, CartProduct } from './types.ts'

const needing = (number: string, unitsNeeded: number): CartProduct => ({ ...kit(number), unitsNeeded })
const four = needing('K-4', 4)
const two = needing('K-2', 2)

const told = (cart: Cart, product?: CartProduct): string | null => {
  const need = fabricNeed(cart, product)
  return need && fabricNeedText(need)
}

test('C28: the units of all fabrics stand against the sum of what the kits need, and enough says nothing', () => {
  expect(told(cartOf([fabric('F'), 1], [fabric('G'), 1], four))).toBe('このキットは布4枚。いま2枚')
  expect(told(cartOf(four))).toBe('このキットは布4枚。いま0枚')
  expect(told(cartOf([fabric('F'), 4], four))).toBeNull()
  expect(told(cartOf([fabric('F'), 4], four, two))).toBe('キット2点で布6枚。いま4枚')
  expect(told(cartOf([fabric('F'), 6], four, two))).toBeNull()
})

test('C28: a kit whose size tells no number asks for none, and nothing is said of it', () => {
  expect(told(cartOf(kit('K')))).toBeNull()
  expect(told(cartOf(kit('K'), four))).toBe('このキットは布4枚。いま0枚')
  expect(told(cartOf(four, [fabric('F'), 1]), kit('K'))).toBeNull()
  expect(told(cartOf(four, kit('K')), kit('K'))).toBeNull()
})

test('C28: on a card a kit of the cart says its sum, another one what it needs by itself beside fabric that is there', () => {
  const cart = cartOf([fabric('F'), 1], two)
  expect(told(cart, two)).toBe('このキットは布2枚。いま1枚')
  expect(told(cart, four)).toBe('このキットは布4枚。いま1枚')
  expect(told(cartOf([fabric('F'), 4], two), four)).toBeNull()
  expect(told(cartOf(), four)).toBeNull()
  expect(told(cartOf(two), four)).toBeNull()
})

test('C28: what is not sold any more neither needs fabric nor is any', () => {
  const gone = (number: string) => (cart: Cart) =>
    cart.map((item) => (item.managementNumber === number ? { ...item, isGone: true as const } : item))
  const cart = cartOf([fabric('F'), 3], four)
  expect(told(gone('F')(cart))).toBe('このキットは布4枚。いま0枚')
  expect(told(gone('K-4')(cart))).toBeNull()
})

test('C28: the need comes with the kit, stays in the kept cart, and follows the shop when it is read anew', () => {
  const { cart } = addItem(cartOf(fabric('F')), four, terms)
  expect(told(cart)).toBe('このキットは布4枚。いま1枚')
  const kept = parseStoredCart(JSON.stringify(cart), terms)
  expect(kept).toEqual({ cart, damage: 'none' })
  expect(told(setQuantity(kept.cart, 'F', 3, terms).cart)).toBe('このキットは布4枚。いま3枚')
  const before = cartOf(fabric('F'), kit('K-4'))
  const read = refreshItems(before, (number) => (number === 'K-4' ? four : fabric(number)), terms)
  expect(isSameCart(read.cart, before)).toBe(false)
  expect(told(read.cart)).toBe('このキットは布4枚。いま1枚')
  expect(
    told(refreshItems(cart, (number) => (number === 'K-4' ? kit('K-4') : fabric(number)), terms).cart),
  ).toBeNull()
})

test.each([0, -1, 2.5, 100, 1e308, '4', null, {}])('C28: a kept need of %j counts as none', (unitsNeeded) => {
  const { cart, damage } = parseStoredCart(JSON.stringify([{ ...four, quantity: 1, unitsNeeded }]), terms)
  expect([damage, cart[0]?.unitsNeeded, told(cart)]).toEqual(['none', undefined, null])
})
