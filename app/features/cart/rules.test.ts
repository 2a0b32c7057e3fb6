import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyCart,
  anyCartProduct,
  anyFullCart,
  cartOf,
  fabric,
  kit,
  terms,
} from '../../../tests/support/sample-carts.ts'
import { clearCart, moveItem } from './changes.rules.ts'
import { applyKitOffer, isFreed } from './offer.rules.ts'
import { addItem, refreshItems, removeItem, restoreLines, setQuantity } from './rules.ts'
import { cartTotals } from './totals.rules.ts'
import type { Cart, CartProduct } from './types.ts'

const numbers = (cart: Cart) => cart.map(({ managementNumber }) => managementNumber)
const units = (cart: Cart) => cart.map(({ quantity }) => quantity)

describe('adding', () => {
  test('a new item is appended in the named fields', () => {
    const { cart, notice } = addItem(cartOf(fabric('F')), fabric('G', '660円'), terms)
    expect(cart[1]).toEqual({
      managementNumber: 'G',
      name: '布G 50cm角',
      description: '綿100%',
      price: '660円',
      imageUrl: '/Image/G.svg',
      quantity: 1,
      productType: 'fabric',
    })
    expect(notice).toEqual({
      kind: 'added',
      name: '布G 50cm角',
      type: 'fabric',
      quantity: 1,
      freeKitsLeft: 2,
    })
  })

  test('C12: units add up, with the newest price, name and picture', () => {
    const newer = { ...fabric('F', 660), name: '新しい名前', imageUrl: '/Image/new.svg' }
    const { cart } = addItem(cartOf([fabric('F', 550), 2]), newer, terms, 3)
    expect(cart).toEqual([{ ...newer, quantity: 5 }])
  })

  test('C12: no more than 99 units, and the shopper is told', () => {
    const { cart, notice } = addItem(cartOf([fabric('F'), 98]), fabric('F'), terms, 2)
    expect(units(cart)).toEqual([99])
    expect(notice).toEqual({ kind: 'quantity-capped', name: '布F 50cm角', limit: 99, asked: 2, added: 1 })
  })

  test('K10: no more than one piece holds, and the shopper is told how many these are', () => {
    const counted = { ...fabric('F'), most: 3 }
    const { cart, notice } = addItem(cartOf([counted, 2]), counted, terms, 2)
    expect(units(cart)).toEqual([3])
    const capped = { kind: 'quantity-capped', name: '布F 50cm角', limit: 3, isLeft: true }
    expect(notice).toEqual({ ...capped, asked: 2, added: 1 })
    expect(setQuantity(cart, 'F', 4, terms).notice).toEqual(capped)
  })

  test('K10: what others are paying for is not offered, and a line that has more than there is keeps it', () => {
    const counted = { ...fabric('F'), most: 2, waits: true as const }
    const capped = { kind: 'quantity-capped', name: '布F 50cm角', limit: 2, isLeft: true }
    const added = addItem([], counted, terms, 3)
    expect(units(added.cart)).toEqual([2])
    expect(added.notice).toEqual({ ...capped, asked: 3, added: 2 })
    const cart = cartOf([counted, 5])
    expect(addItem(cart, counted, terms, 1)).toMatchObject({ cart: [{ quantity: 5 }], notice: capped })
    expect(addItem(cart, counted, terms, 1).notice).toEqual(capped)
    expect(setQuantity(cart, 'F', 6, terms)).toMatchObject({ cart: [{ quantity: 5 }], notice: capped })
    expect(setQuantity(cart, 'F', 4, terms)).toMatchObject({ cart: [{ quantity: 4 }] })
    expect(setQuantity(cart, 'F', 4, terms).notice).toBeUndefined()
    expect(units(setQuantity(cart, 'F', 9, { ...terms, unitsPerLine: 4 }).cart)).toEqual([4])
  })

  test('C24: all that was asked for is no shortage', () => {
    expect(addItem([], { ...fabric('F'), most: 3 }, terms, 3).notice).toMatchObject({
      kind: 'added',
      quantity: 3,
    })
  })

  test('C14: a kit that is there changes nothing', () => {
    const cart = cartOf(fabric('F'), kit('1'))
    const change = addItem(cart, kit('1', 9_999), terms)
    expect(change.cart).toBe(cart)
    expect(change.notice).toEqual({ kind: 'kit-already-in-cart', name: 'キット1' })
  })

  test('a kit comes once, whatever quantity is asked', () => {
    expect(units(addItem([], kit('1'), terms, 5).cart)).toEqual([1])
  })

  test('the notice says what the offer made free, and how many kits it still can', () => {
    const noticeOf = (cart: Parameters<typeof addItem>[0], product: CartProduct) =>
      addItem(cart, product, terms).notice
    const added = { kind: 'added', type: 'kit', quantity: 1 }
    expect(noticeOf([], kit('1'))).toEqual({ ...added, name: 'キット1', freeKitsLeft: 0 })
    const one = { ...added, name: 'キット1', isFree: true, freeKitsLeft: 1 }
    expect(noticeOf(cartOf(fabric('F')), kit('1'))).toEqual(one)
    const third = noticeOf(cartOf(fabric('F'), kit('1'), kit('2')), kit('3'))
    expect(third).toEqual({ ...added, name: 'キット3', freeKitsLeft: 0 })
    const given = noticeOf(cartOf(fabric('F')), kit('1', 0))
    expect(given).toEqual({ ...added, name: 'キット1', freeKitsLeft: 2 })
    const goneFabric = cartOf(fabric('F')).map((item) => ({ ...item, isGone: true as const }))
    expect(noticeOf(goneFabric, kit('1'))).toEqual({ ...added, name: 'キット1', freeKitsLeft: 0 })
  })

  test('C8: a kit with 50cm in its name stays a kit and unlocks nothing', () => {
    const { cart } = addItem(cartOf(kit('1')), { ...kit('2'), name: '50cm角で作る巾着' }, terms)
    expect(cart.map(({ productType }) => productType)).toEqual(['kit', 'kit'])
    expect(cart.some(isFreed)).toBe(false)
  })

  test.each([
    ['C9: a price that is uncertain', fabric('F', '500円〜800円')],
    ['C9: fabric for nothing', fabric('F', '0')],
    ['S2: the number of the shipping line', fabric('shipping')],
    ['no number', fabric(' ')],
  ])('%s is refused', (_, product) => {
    const cart = cartOf(fabric('G'))
    expect(addItem(cart, product, terms)).toEqual({
      cart,
      notice: { kind: 'cannot-be-bought', name: product.name },
    })
  })

  test('S3: at most 99 kinds', () => {
    const full = cartOf(...Array.from({ length: 99 }, (_, place) => fabric(`F${place}`)))
    expect(addItem(full, fabric('new'), terms)).toEqual({
      cart: full,
      notice: { kind: 'too-many-kinds', limit: 99 },
    })
    expect(units(addItem(full, fabric('F3'), terms).cart)[3]).toBe(2)
  })

  test.each([0, -1, 1.5, Number.NaN, 1e9, Number.POSITIVE_INFINITY])(
    'S3: %j units become a whole number from 1 to 99',
    (quantity) => {
      const [line] = addItem([], fabric('F'), terms, quantity).cart
      expect(line?.quantity).toBe(quantity > 99 ? 99 : 1)
    },
  )
})

describe('quantities', () => {
  test.each([
    [5, 5],
    [0, 1],
    [-3, 1],
    [2.9, 2],
    [Number.NaN, 1],
    [100, 99],
  ])('C12: %j becomes %i', (asked, given) => {
    expect(units(setQuantity(cartOf([fabric('F'), 7]), 'F', asked, terms).cart)).toEqual([given])
  })

  test('C12: above the limit the shopper is told', () => {
    expect(setQuantity(cartOf(fabric('F')), 'F', 100, terms).notice).toMatchObject({
      kind: 'quantity-capped',
      limit: 99,
    })
  })

  test('C14: a kit stays at 1', () => {
    const { cart, notice } = setQuantity(cartOf(kit('1')), '1', 4, terms)
    expect(units(cart)).toEqual([1])
    expect(notice).toEqual({ kind: 'kits-one-only', name: 'キット1' })
  })

  test('an unknown number changes nothing', () => {
    const cart = cartOf(fabric('F'))
    expect(setQuantity(cart, 'X', 3, terms)).toEqual({ cart })
    expect(removeItem(cart, 'X', terms)).toEqual({ cart })
    expect(moveItem(cart, 'X', 0, terms)).toEqual({ cart })
  })
})

describe('removing and putting back', () => {
  test('C17: a removed line comes back to its place as it was', () => {
    fc.assert(
      fc.property(anyCart, fc.nat(7), (cart, place) => {
        const item = cart[place]
        if (!item) return
        const { cart: left, removed = [] } = removeItem(cart, item.managementNumber, terms)
        expect(numbers(left)).not.toContain(item.managementNumber)
        expect(restoreLines(left, removed, terms).cart).toEqual(cart)
      }),
    )
  })

  test('C17: so does a whole cart', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const { cart: left, removed = [] } = clearCart(cart)
        expect(left).toEqual([])
        expect(restoreLines(left, removed, terms).cart).toEqual(cart)
      }),
    )
  })

  test('C17: what was added again meanwhile stays as it is', () => {
    const { cart, removed = [] } = removeItem(cartOf([fabric('F'), 5], fabric('G')), 'F', terms)
    const again = addItem(cart, fabric('F'), terms).cart
    expect(restoreLines(again, removed, terms).cart).toEqual(again)
  })

  test('S3: a full cart takes nothing back', () => {
    const full = Array.from({ length: 99 }, (_, place) => fabric(`F${place}`))
    const { cart, removed = [] } = removeItem(cartOf(...full), 'F0', terms)
    const fuller = addItem(cart, fabric('new'), terms).cart
    expect(restoreLines(fuller, removed, terms).cart).toEqual(fuller)
  })
})

test('C7: the shopper chooses the free kits by order', () => {
  const cart = cartOf(fabric('F'), kit('1'), kit('2'), kit('3'))
  const moved = moveItem(cart, '3', 0, terms).cart
  expect(numbers(moved)).toEqual(['3', 'F', '1', '2'])
  expect(moved.map(isFreed)).toEqual([true, false, true, false])
  expect(numbers(moveItem(cart, 'F', 99, terms).cart)).toEqual(['1', '2', '3', 'F'])
  expect(numbers(moveItem(cart, '3', -1, terms).cart)).toEqual(['3', 'F', '1', '2'])
})

test('C1: after any walk of actions the offer is applied, numbers are unique and quantities lawful', () => {
  const number = fc.constantFrom('F0', 'F1', 'F2', 'K0', 'K1', 'K2', 'K3')
  const step: fc.Arbitrary<(cart: Cart) => Cart> = fc.oneof(
    fc.tuple(anyCartProduct, fc.integer({ min: -2, max: 120 })).map(
      ([product, many]) =>
        (cart: Cart) =>
          addItem(cart, product, terms, many).cart,
    ),
    fc
      .integer({ min: 1, max: 99 })
      .map((many) => (cart: Cart) => (cart[0] ? addItem(cart, cart[0], terms, many).cart : cart)),
    fc.nat(999).map((another) => (cart: Cart) => addItem(cart, fabric(`N${another}`), terms).cart),
    number.map((one) => (cart: Cart) => removeItem(cart, one, terms).cart),
    fc.tuple(number, fc.double()).map(
      ([one, many]) =>
        (cart: Cart) =>
          setQuantity(cart, one, many, terms).cart,
    ),
    fc.tuple(number, fc.nat(5)).map(
      ([one, place]) =>
        (cart: Cart) =>
          moveItem(cart, one, place, terms).cart,
    ),
  )
  fc.assert(
    fc.property(fc.oneof(fc.constant([]), anyFullCart), fc.array(step, { maxLength: 25 }), (start, steps) => {
      let cart: Cart = start
      for (const walk of steps) {
        cart = walk(cart)
        expect(applyKitOffer(cart, terms.freeKits)).toEqual(cart)
        expect(new Set(numbers(cart)).size).toBe(cart.length)
        expect(cart.length).toBeLessThanOrEqual(99)
        for (const { quantity, productType } of cart) {
          expect(
            Number.isInteger(quantity) && quantity >= 1 && quantity <= (productType === 'kit' ? 1 : 99),
          ).toBe(true)
        }
      }
    }),
  )
})

test('P27: what is said of a line names its colour; what is stored does not', () => {
  const indigo = { ...fabric('F'), name: '麻の葉', description: '【藍】綿100％' }
  const { cart, notice } = addItem([], indigo, terms)
  expect(notice).toMatchObject({ kind: 'added', name: '麻の葉【藍】', quantity: 1 })
  expect(cart[0]?.name).toBe('麻の葉')
  expect(cartTotals(cart, terms).lines[0]).toMatchObject({ plainName: '麻の葉', shownName: '麻の葉【藍】' })
  expect(clearCart(cart).notice).toEqual({ kind: 'removed', names: ['麻の葉【藍】'], isAll: true })
  const removal = removeItem(cart, 'F', terms)
  expect(removal.notice).toEqual({ kind: 'removed', names: ['麻の葉【藍】'] })
  expect(restoreLines([], removal.removed ?? [], terms).notice).toEqual({
    kind: 'restored',
    names: ['麻の葉【藍】'],
  })
  expect(setQuantity(cart, 'F', 100, terms).notice).toMatchObject({ name: '麻の葉【藍】' })
  const dearer = refreshItems(cart, () => ({ ...indigo, price: 660 }), terms)
  expect(dearer.notice).toMatchObject({ changes: [{ name: '麻の葉【藍】', before: 550, after: 660 }] })
})
