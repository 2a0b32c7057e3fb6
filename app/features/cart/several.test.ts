import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyCartProduct,
  anyFullCart,
  cartOf,
  fabric,
  kit,
  terms,
} from '../../../tests/support/sample-carts.ts'
import { applyKitOffer, isFreed } from './offer.rules.ts'
import { lineNumbered } from './rules.ts'
import { addSeveral, severalAhead } from './several.rules.ts'
import { severalText, shortAheadText } from './several.texts.ts'
import type { Cart } from './types.ts'

const lines = (cart: Cart) =>
  cart.map((item) => `${item.managementNumber}x${item.quantity}${isFreed(item) ? ' free' : ''}`).join(', ')

describe('several products at once', () => {
  test('W3, C1: go in with the kit offer over all of them, and say how many they are', () => {
    const { cart, notice, takeBack } = addSeveral(
      cartOf([fabric('F'), 2]),
      [
        { product: kit('1'), quantity: 1 },
        { product: fabric('G'), quantity: 3 },
        { product: fabric('F', 660), quantity: 1 },
      ],
      terms,
    )
    expect(lines(cart)).toBe('Fx3, 1x1 free, Gx3')
    expect(cart[0]?.price).toBe(660)
    expect(notice).toEqual({ kind: 'told', text: '材料3種類（5点）をカートに入れました。' })
    expect(lines(takeBack?.(cart).cart ?? [])).toBe('Fx2')
  })

  test('W3, C12, C14, C24: of what has no certain price, no room or no more units is said so; a kit that is there is enough', () => {
    const full = cartOf(...Array.from({ length: terms.kinds - 1 }, (_, at) => fabric(`X${at}`)), kit('1'))
    const { cart, notice, takeBack } = addSeveral(
      full.map((item, at) => (at === 0 ? { ...item, quantity: 98 } : item)),
      [
        { product: fabric('X0'), quantity: 5 },
        { product: fabric('new'), quantity: 1 },
        { product: fabric('X1', ''), quantity: 1 },
        { product: kit('1'), quantity: 1 },
      ],
      terms,
    )
    expect(notice).toEqual({
      kind: 'told',
      text: '材料1種類（1点）をカートに入れました。「布X0 50cm角」は、ご希望の5枚のうち1枚だけです。「布new 50cm角」は入れられませんでした。ほか1種類も、ご希望の数に足りません。',
    })
    expect(lineNumbered(takeBack?.(cart).cart ?? [], 'X0')?.quantity).toBe(98)
    expect(lineNumbered(cart, 'X1')?.price).toBe(550)
  })

  test('C27: what is said before a press is what the press does, given cart and stock', () => {
    const wanted = [
      { product: fabric('F'), quantity: 3 },
      { product: { ...fabric('G', 660), most: 2 }, quantity: 3 },
      { product: kit('1'), quantity: 1 },
    ]
    expect(severalAhead([], wanted, terms)).toEqual({
      units: 6,
      amount: 3 * 550 + 2 * 660,
      freeKits: 1,
      short: [{ name: '布G 50cm角', asked: 3, added: 2 }],
    })
    const later = cartOf([fabric('F'), 97], [fabric('G'), 2], kit('1'), kit('2'))
    expect(severalAhead(later, wanted, terms)).toEqual({
      units: 2,
      amount: 2 * 550,
      freeKits: 0,
      short: [
        { name: '布F 50cm角', asked: 3, added: 2 },
        { name: '布G 50cm角', asked: 3, added: 0 },
      ],
    })
    const [, ...all] = cartOf(kit('1'), [fabric('F'), 99], [fabric('G'), 2])
    expect(severalAhead(all, wanted.slice(0, 2), terms)).toMatchObject({ units: 0, amount: 0 })
  })

  test('C27: for any cart the units promised are those that come in', () => {
    const wanted = fc.uniqueArray(
      fc.record({ product: anyCartProduct, quantity: fc.integer({ min: 1, max: 99 }) }),
      { selector: ({ product }) => product.managementNumber },
    )
    const units = (cart: Cart) => cart.reduce((sum, { quantity }) => sum + quantity, 0)
    fc.assert(
      fc.property(anyFullCart, wanted, (before, several) => {
        const after = addSeveral(before, several, terms).cart
        expect(severalAhead(before, several, terms).units).toBe(units(after) - units(before))
      }),
    )
  })

  test('W3, C17: taken back, the cart holds the units that it held before', () => {
    const wanted = fc.uniqueArray(
      fc.record({ product: anyCartProduct, quantity: fc.integer({ min: 1, max: 99 }) }),
      { selector: ({ product }) => product.managementNumber },
    )
    fc.assert(
      fc.property(anyFullCart, wanted, (before, several) => {
        const { cart, takeBack } = addSeveral(before, several, terms)
        expect(cart).toEqual(applyKitOffer(cart, terms.freeKits))
        expect(cart.length).toBeLessThanOrEqual(Math.max(before.length, terms.kinds))
        const { cart: after } = takeBack?.(cart) ?? { cart }
        const units = (held: Cart) =>
          held.map(({ managementNumber, quantity }) => `${managementNumber} ${quantity}`)
        expect(units(after)).toEqual(units(before))
      }),
    )
  })
})

test.each([
  [{ kinds: 3, quantity: 7, short: [] }, '材料3種類（7点）をカートに入れました。'],
  [{ kinds: 0, quantity: 0, short: [{ name: '布', asked: 2, added: 0 }] }, '「布」は入れられませんでした。'],
  [
    { kinds: 1, quantity: 1, short: [{ name: '布', asked: 3, added: 1 }] },
    '材料1種類（1点）をカートに入れました。「布」は、ご希望の3枚のうち1枚だけです。',
  ],
  [{ kinds: 0, quantity: 0, short: [] }, '材料は、すでにカートに入っています。'],
])('W3: says of %j what came of it', (added, text) => {
  expect(severalText(added)).toBe(text)
})

test.each([
  [[], ''],
  [[{ name: '布', asked: 3, added: 1 }], '「布」は、3枚のうち1枚だけ入ります。'],
  [[{ name: '布', asked: 3, added: 0 }], '「布」は、これ以上は入りません。'],
  [
    [1, 2, 3, 4].map((at) => ({ name: `布${at}`, asked: 2, added: 0 })),
    '「布1」は、これ以上は入りません。「布2」は、これ以上は入りません。ほか2種類も、ご希望の数に足りません。',
  ],
])('C27: says of %j before the press what will fall short', (short, text) => {
  expect(shortAheadText(short)).toBe(text)
})
