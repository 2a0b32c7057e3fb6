import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { withoutOffer } from './offer.rules.ts'
import { cartFingerprint, cartFromNumbers } from './rules.ts'
import { cartTotals } from './totals.rules.ts'

const products = [fabric('F', 3_300), fabric('G'), kit('1', 1_500), kit('2'), kit('3')]
const lookup = (number: string) => products.find(({ managementNumber }) => managementNumber === number)
const build = (...lines: readonly (readonly [string, number])[]) =>
  cartFromNumbers(
    lines.map(([managementNumber, quantity]) => ({ managementNumber, quantity })),
    lookup,
    terms,
  )

describe('C6: the server reckons as the browser does', () => {
  test('the same lines give the same cart and the same sums', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const known = new Map(cart.map((item) => [item.managementNumber, withoutOffer(item)]))
        const server = cartFromNumbers(cart, (number) => known.get(number), terms)
        expect(server).toEqual({ cart, missing: [] })
        expect(cartTotals(server.cart, terms)).toEqual(cartTotals(cart, terms))
      }),
    )
  })

  test('the order of the lines sent decides which kits are free', () => {
    const { cart } = build(['3', 1], ['F', 1], ['2', 1], ['1', 1])
    expect(cart.map(({ price }) => price)).toEqual(['0', 3_300, '0', 1_500])
  })
})

describe('S3: what a browser might send', () => {
  test('repeated numbers are one line, kits come once, quantities end at 99', () => {
    const { cart } = build(['F', 60], ['1', 1], ['F', 60], ['1', 5])
    expect(cart.map(({ managementNumber, quantity }) => [managementNumber, quantity])).toEqual([
      ['F', 99],
      ['1', 1],
    ])
  })

  test('S2: a shipping line is no product', () => {
    expect(build(['shipping', 1], ['F', 1], ['shipping', -1])).toMatchObject({
      cart: [{ managementNumber: 'F' }],
      missing: [],
    })
  })

  test('P1: what the shop does not offer is named, and a number like __proto__ is only a number', () => {
    expect(build(['F', 1], ['gone', 2], ['__proto__', 1]).missing).toEqual(['gone', '__proto__'])
  })
})

describe('S9: the fingerprint', () => {
  test('differs exactly when numbers, units or their order differ', () => {
    const lines = fc.array(
      fc.record({ managementNumber: fc.string(), quantity: fc.integer({ min: 1, max: 99 }) }),
    )
    // Few possibilities, so that two of them are equal as often as not.
    const alike = fc.array(
      fc.record({ managementNumber: fc.constantFrom('A', 'A,"B'), quantity: fc.constantFrom(1, 11) }),
      { minLength: 1, maxLength: 2 },
    )
    const pair = fc.oneof(fc.tuple(lines, lines), fc.tuple(alike, alike))
    fc.assert(
      fc.property(pair, ([a, b]) => {
        expect(cartFingerprint(a) === cartFingerprint(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
        expect(cartFingerprint(a)).toBe(cartFingerprint(structuredClone(a)))
      }),
    )
    expect(cartFingerprint([{ managementNumber: 'A","B', quantity: 1 }])).not.toBe(
      cartFingerprint([
        { managementNumber: 'A', quantity: 1 },
        { managementNumber: 'B', quantity: 1 },
      ]),
    )
  })
})
