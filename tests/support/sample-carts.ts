import fc from 'fast-check'
import { shopSettings } from '#settings'
import { cartFromNumbers } from '~/features/cart/rules.ts'
import type { Cart, CartItem, CartProduct } from '~/features/cart/types.ts'

export const terms = shopSettings.cart

export const fabric = (managementNumber: string, price: string | number = 550): CartProduct => ({
  managementNumber,
  name: `布${managementNumber} 50cm角`,
  description: '綿100%',
  price,
  imageUrl: `/Image/${managementNumber}.svg`,
  productType: 'fabric',
})

export const kit = (managementNumber: string, price: string | number = '1,500円'): CartProduct => ({
  managementNumber,
  name: `キット${managementNumber}`,
  description: '初級',
  price,
  imageUrl: '',
  productType: 'kit',
})

/** A cart of products, or products with their units, in this order. */
export const cartOf = (...lines: readonly (CartProduct | readonly [CartProduct, number])[]): Cart => {
  const pairs = lines.map((line): readonly [CartProduct, number] =>
    'managementNumber' in line ? [line, 1] : line,
  )
  const products = new Map(pairs.map(([one]) => [one.managementNumber, one]))
  const numbered = pairs.map(([{ managementNumber }, quantity]) => ({ managementNumber, quantity }))
  return cartFromNumbers(numbered, (number) => products.get(number), terms).cart
}

/** Mostly small sums, and those next to a step of the shipping. */
const anyPrice = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 800 }) },
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom(0, 1, 4_399, 4_400, 4_401, 24_199, 24_200, 24_201, 999_999),
)

/** Out of `kinds` numbers of each type, some as long as a number may be. */
const anyCartProductOf = (kinds: number, price = anyPrice): fc.Arbitrary<CartProduct> =>
  fc
    .record({
      number: fc.nat(kinds - 1),
      isKit: fc.boolean(),
      price,
      form: fc.constantFrom<(price: number) => string | number>(
        (price) => price,
        (price) => String(price),
        (price) => `${price}円`,
        (price) => `¥${price}`,
      ),
    })
    .map(({ number, isKit, price, form }) => {
      const long = number % 10 === 7 ? `-${'7'.repeat(64)}`.slice(0, 62) : ''
      return isKit
        ? kit(`K${number}${long}`, form(price))
        : fabric(`F${number}${long}`, form(Math.max(1, price)))
    })

/** From few numbers, so that carts share products. */
export const anyCartProduct: fc.Arbitrary<CartProduct> = anyCartProductOf(10)

const anyUnits = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.integer({ min: 1, max: 99 }),
  fc.constantFrom(98, 99),
)

type Lengths = Readonly<Record<'minLength' | 'maxLength', number>>

const anyCartOf = (products: fc.Arbitrary<CartProduct>, units: fc.Arbitrary<number>, lengths: Lengths) =>
  fc
    .uniqueArray(fc.tuple(products, units), {
      selector: ([{ managementNumber }]) => managementNumber,
      ...lengths,
    })
    .map((lines) => cartOf(...lines))

const full = { minLength: 94, maxLength: 104 }

/** With about as many kinds as a cart may hold (S3), with shipping or without; shrinking would take minutes. */
export const anyFullCart: fc.Arbitrary<Cart> = fc.noShrink(
  fc.oneof(
    anyCartOf(anyCartProductOf(90), anyUnits, full),
    anyCartOf(anyCartProductOf(90, fc.integer({ min: 1, max: 300 })), fc.constant(1), full),
  ),
)

/** Mostly small carts, sometimes a full one. */
export const anyCart: fc.Arbitrary<Cart> = fc.oneof(
  { weight: 9, arbitrary: anyCartOf(anyCartProduct, anyUnits, { minLength: 0, maxLength: 8 }) },
  { weight: 1, arbitrary: anyFullCart },
)

/** Any line that storage might hold, consistent or not. */
export const anyStoredItem: fc.Arbitrary<CartItem> = fc.record(
  {
    managementNumber: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    name: fc.constantFrom(
      '布',
      'キット',
      'キット (無料)',
      'キット(free)',
      'キット (無料) (無料)',
      ' (無料)',
      '',
    ),
    description: fc.constant(''),
    price: fc.constantFrom<(string | number)[]>('0', 0, '0円', '¥0', '1,500円', 300, '', '500円〜800円'),
    imageUrl: fc.constant(''),
    quantity: fc.integer({ min: 1, max: 99 }),
    productType: fc.constantFrom<('fabric' | 'kit')[]>('fabric', 'kit', 'kit'),
    originalPrice: fc.constantFrom<(string | number)[]>('1,500円', 800, '0', 0, '', '1.2.3'),
    originalName: fc.constantFrom('キット', 'キット (無料)', ''),
    isGone: fc.constant(true as const),
  },
  {
    requiredKeys: ['managementNumber', 'name', 'description', 'price', 'imageUrl', 'quantity', 'productType'],
  },
)
