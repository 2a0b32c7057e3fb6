import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, cartOf, fabric, kit, terms } from '../../../tests/support/sample-carts.ts'
import { applyKitOffer } from './offer.rules.ts'
import { parseStoredCart } from './storage.rules.ts'

const stored = (...items: readonly unknown[]) => parseStoredCart(JSON.stringify(items), terms)
const good = { ...fabric('F'), quantity: 2 }

describe('reading what was kept', () => {
  test('a cart comes back as it was', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        expect(parseStoredCart(JSON.stringify(cart), terms)).toEqual({ cart, damage: 'none' })
      }),
    )
  })

  test('nothing kept is an empty cart', () => {
    expect(parseStoredCart(null, terms)).toEqual({ cart: [], damage: 'none' })
  })
})

describe('C10: damage', () => {
  test.each(['', '{', 'null', '"x"', '42', '{"items":[]}', '[', '\u0000'])('%j is unreadable', (raw) => {
    expect(parseStoredCart(raw, terms)).toEqual({ cart: [], damage: 'unreadable' })
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'F'],
    ['a list', []],
    ['no number', { ...good, managementNumber: undefined }],
    ['an empty number', { ...good, managementNumber: ' ' }],
    ['an object as number', { ...good, managementNumber: {} }],
    ['S2: the shipping line', { ...good, managementNumber: 'shipping' }],
    ['no name', { ...good, name: undefined }],
    ['a name of a megabyte', { ...good, name: 'x'.repeat(1_000_000) }],
    ['no price', { ...good, price: undefined }],
    ['an object as price', { ...good, price: { valueOf: 1 } }],
    ['no quantity', { ...good, quantity: undefined }],
    ['S3: none of it', { ...good, quantity: 0 }],
    ['S3: less than none', { ...good, quantity: -1 }],
    ['S3: a part', { ...good, quantity: 1.5 }],
    ['a text as quantity', { ...good, quantity: '2' }],
  ])('only the bad item goes: %s', (_, bad) => {
    expect(stored(bad, good)).toEqual({ cart: [good], damage: 'bad-items' })
  })

  test('a price that is uncertain is no damage: the line stays and cannot be bought (C9)', () => {
    expect(stored({ ...good, price: '500円〜800円' })).toMatchObject({
      damage: 'none',
      cart: [{ price: '500円〜800円' }],
    })
  })

  test('hostile storage never throws and gives a lawful cart', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .array(
          fc.dictionary(
            fc.constantFrom(
              'managementNumber',
              'name',
              'description',
              'price',
              'imageUrl',
              'quantity',
              'productType',
              'originalPrice',
              'originalName',
              '__proto__',
            ),
            fc.oneof(fc.jsonValue(), fc.constantFrom<unknown[]>('A', 'B', 'kit', 'fabric', '0', 1, 2, 1e9)),
          ),
        )
        .map((items) => JSON.stringify(items)),
      // More kinds and units than a cart may hold, and numbers longer than any.
      fc
        .array(
          fc.record({
            managementNumber: fc.oneof(
              fc.nat(400).map((number) => `F${number}`),
              fc.integer({ min: 60, max: 70 }).map((length) => 'F'.repeat(length)),
            ),
            name: fc.constant('布'),
            description: fc.constant(''),
            price: fc.constantFrom(330, '330円', ''),
            imageUrl: fc.constant(''),
            quantity: fc.oneof(fc.integer({ min: -1, max: 102 }), fc.constantFrom(99, 100, 1e9)),
            productType: fc.constantFrom('fabric', 'kit'),
          }),
          { minLength: 80, maxLength: 140 },
        )
        .map((items) => JSON.stringify(items)),
    )
    fc.assert(
      fc.property(hostile, (raw) => {
        const { cart } = parseStoredCart(raw, terms)
        expect(applyKitOffer(cart, terms.freeKits)).toEqual(cart)
        expect(parseStoredCart(JSON.stringify(cart), terms)).toEqual({ cart, damage: 'none' })
        for (const { quantity, productType } of cart)
          expect(productType === 'kit' ? quantity === 1 : quantity >= 1 && quantity <= 99).toBe(true)
        expect(cart.length).toBeLessThanOrEqual(99)
      }),
      { numRuns: 500 },
    )
  })
})

describe('limits', () => {
  test('repeated numbers are one line, with the later fields', () => {
    const { cart } = stored(good, { ...good, price: 660, quantity: 98 })
    expect(cart).toEqual([{ ...good, price: 660, quantity: 99 }])
  })

  test('S3: a kit twice is one kit, a billion is 99, a number may be written as one', () => {
    const { cart } = stored(
      { ...kit('1'), quantity: 3 },
      { ...kit('1'), quantity: 1 },
      { ...good, quantity: 1e9 },
      { ...good, managementNumber: 7 },
    )
    expect(cart.map(({ managementNumber, quantity }) => [managementNumber, quantity])).toEqual([
      ['1', 1],
      ['F', 99],
      ['7', 2],
    ])
  })

  test('S3: of 120 kinds 99 stay, and the loss is named', () => {
    const many = Array.from({ length: 120 }, (_, place) => ({ ...fabric(`F${place}`), quantity: 1 }))
    expect(stored(...many)).toMatchObject({ damage: 'bad-items', cart: { length: 99 } })
  })
})

describe('C8: items of old carts without a type', () => {
  const typeOf = (name: string, quantity = 1, productType?: unknown) =>
    stored({ ...good, name, quantity, productType }).cart[0]?.productType

  test.each([
    ['麻の葉 50cm', 'fabric'],
    ['麻の葉 ５０㎝', 'fabric'],
    ['麻の葉 50CM', 'fabric'],
    ['巾着キット', 'kit'],
  ])('%s is %s', (name, type) => {
    expect(typeOf(name)).toBe(type)
    expect(typeOf(name, 1, 'cloth')).toBe(type)
  })

  test('a name never overrules a stored type', () => {
    expect(typeOf('50cm角で作る巾着', 1, 'kit')).toBe('kit')
    expect(typeOf('麻の葉', 1, 'fabric')).toBe('fabric')
  })

  test('several units are never a kit', () => {
    expect(typeOf('麻の葉', 3)).toBe('fabric')
  })
})

test('C3: a cart in which the old rule ran wild comes back with one suffix and its price', () => {
  const wild = {
    ...kit('1', 0),
    name: 'キット1 (無料) (無料) (無料)',
    quantity: 1,
    originalPrice: 1_500,
    originalName: 'キット1 (無料)',
  }
  const [, line] = stored(...cartOf(fabric('F')), wild).cart
  expect(line).toMatchObject({
    name: 'キット1 (無料)',
    price: '0',
    originalPrice: 1_500,
    originalName: 'キット1',
  })
})
