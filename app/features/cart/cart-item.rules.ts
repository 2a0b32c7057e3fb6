import { type ProductType, shippingNumber } from '~/features/catalogue/rules.ts'
import { parsePrice, parsePriceOrZero, type Yen } from '~/kernel/money.ts'
import { plainName } from './free-suffix.rules.ts'

/** What the catalogue says of one piece of goods, fabric or kit. `price` is as the catalogue writes it (S:L82). */
export interface Goods {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly price: string | number
  readonly imageUrl: string
  readonly productType: ProductType
}

/**
 * One line of the cart as the browser keeps it (S:L79-85). A kit that the offer made free has price '0' and remembers
 * beside it what it costs and is called without the offer (C2).
 */
export interface CartItem extends Goods {
  readonly quantity: number
  readonly originalPrice?: string | number
  readonly originalName?: string
  /** The shop was asked and does not sell it any more: it counts in no sum, and must go before the cart can be paid. */
  readonly isGone?: true
}

/** Lines in the order of the shopper, one per number; a kit's quantity is 1. Made by the rules of this folder only. */
export type Cart = readonly CartItem[]

/** The line for `quantity` units of `goods`: only the named fields, the plain name (C3), and '0' for every zero (C4). */
export const lineOf = (goods: Goods, quantity: number): CartItem => ({
  managementNumber: goods.managementNumber,
  name: plainName(goods.name),
  description: goods.description,
  price: parsePriceOrZero(goods.price) === 0 ? '0' : goods.price,
  imageUrl: goods.imageUrl,
  quantity: goods.productType === 'kit' ? 1 : quantity,
  productType: goods.productType,
})

/** A quantity that a line may have: whole, 1 to `limit`. What is no number at all counts as 1. */
export const wholeUnits = (quantity: number, limit: number): number =>
  Number.isNaN(quantity) ? 1 : Math.min(limit, Math.max(1, Math.trunc(quantity)))

/** The line with this number, if the cart holds one. */
export const lineNumbered = (cart: Cart, managementNumber: string): CartItem | undefined =>
  cart.find((item) => item.managementNumber === managementNumber)

/** May these goods go into a cart: a number of their own (S2) and a price that is certain (C9; zero for kits, C5)? */
export const canBeBought = (goods: Goods): boolean =>
  goods.managementNumber.trim() !== '' &&
  goods.managementNumber !== shippingNumber &&
  priceWithoutOffer(goods) !== null

/** What the goods cost before any offer, in yen; null is 価格確認中. Zero is a price for kits only (C5). */
export const priceWithoutOffer = (goods: Goods): Yen | null =>
  goods.productType === 'kit' ? parsePriceOrZero(goods.price) : parsePrice(goods.price)
