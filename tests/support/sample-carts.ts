import fc from 'fast-check'
import { shopSettings } from '#settings'
import { cartFromNumbers } from '~/features/cart/cart-from-numbers.rules.ts'
import type { Cart, CartItem, Goods } from '~/features/cart/cart-item.rules.ts'

/** The shop's own limits, quota and fees. */
export const terms = shopSettings.cart

/** Fabric of this price; the number doubles as its name. */
export const fabric = (managementNumber: string, price: string | number = 550): Goods => ({
  managementNumber,
  name: `布${managementNumber} 50cm角`,
  description: '綿100%',
  price,
  imageUrl: `/Image/${managementNumber}.svg`,
  productType: 'fabric',
})

/** A kit of this price. */
export const kit = (managementNumber: string, price: string | number = '1,500円'): Goods => ({
  managementNumber,
  name: `キット${managementNumber}`,
  description: '初級',
  price,
  imageUrl: '',
  productType: 'kit',
})

/** A cart as the actions leave it: goods, or goods with their units, in this order. */
export const cartOf = (...lines: readonly (Goods | readonly [Goods, number])[]): Cart => {
  const pairs = lines.map((line): readonly [Goods, number] => ('managementNumber' in line ? [line, 1] : line))
  const goods = new Map(pairs.map(([one]) => [one.managementNumber, one]))
  const numbered = pairs.map(([{ managementNumber }, quantity]) => ({ managementNumber, quantity }))
  return cartFromNumbers(numbered, (number) => goods.get(number), terms).cart
}

/** Any catalogue goods that can be bought, out of a small range of numbers so that carts meet the same goods again. */
export const anyGoods: fc.Arbitrary<Goods> = fc
  .record({
    number: fc.integer({ min: 0, max: 9 }),
    isKit: fc.boolean(),
    price: fc.integer({ min: 0, max: 30_000 }),
    form: fc.constantFrom<(price: number) => string | number>(
      (price) => price,
      (price) => String(price),
      (price) => `${price}円`,
      (price) => `¥${price}`,
    ),
  })
  .map(({ number, isKit, price, form }) =>
    isKit ? kit(`K${number}`, form(price)) : fabric(`F${number}`, form(Math.max(1, price))),
  )

/** Any cart as the actions leave it. */
export const anyCart: fc.Arbitrary<Cart> = fc
  .uniqueArray(fc.tuple(anyGoods, fc.integer({ min: 1, max: 99 })), {
    selector: ([{ managementNumber }]) => managementNumber,
    maxLength: 8,
  })
  .map((lines) => cartOf(...lines))

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
