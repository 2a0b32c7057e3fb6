import { parsePrice, parsePriceOrZero } from '~/kernel/money.ts'
import type { Cart, CartItem } from './cart-item.rules.ts'
import { freeSuffix, plainName, saysFree } from './free-suffix.rules.ts'

/**
 * The cart after the offer (S:L121-124): while it holds fabric, the first `quota` kits that cost something become
 * free. The offer is taken off all lines and granted anew, so a second run changes nothing (C1), prices and names
 * come back when the fabric leaves (C2), and order decides (C7). Kits that cost nothing anyway stay outside (C5), and so
 * do goods that the shop does not sell any more.
 */
export const applyKitOffer = (cart: Cart, quota: number): Cart => {
  const plain = cart.map(withoutOffer)
  let left = plain.some(({ productType, isGone }) => productType === 'fabric' && !isGone) ? quota : 0
  return plain.map((item) => {
    if (left === 0 || !takesPart(item)) return item
    left -= 1
    return needsRefresh(item) ? item : freed(item)
  })
}

/** The line as the catalogue has it, before any offer. */
export const withoutOffer = (item: CartItem): CartItem => {
  const { originalPrice, originalName, ...line } = item
  if (needsRefresh(item)) return line
  if (parsePriceOrZero(line.price) !== 0) return { ...line, name: plainName(line.name) }
  const price = originalPrice ?? line.price
  const name = plainName(originalPrice === undefined ? line.name : (originalName ?? line.name))
  return { ...line, name, price: parsePriceOrZero(price) === 0 ? '0' : price }
}

/** Did the offer make this line free? */
export const isFreed = (item: CartItem): boolean =>
  item.productType === 'kit' && item.originalPrice !== undefined && parsePriceOrZero(item.price) === 0

/**
 * A kit of an older cart that was made free without a note of its price: nobody here knows what it costs, so it
 * cannot be paid before it is read again from the catalogue (C2).
 */
export const needsRefresh = (item: CartItem): boolean =>
  item.productType === 'kit' &&
  item.originalPrice === undefined &&
  parsePriceOrZero(item.price) === 0 &&
  saysFree(item.name)

const takesPart = (item: CartItem): boolean =>
  item.productType === 'kit' && !item.isGone && (needsRefresh(item) || parsePrice(item.price) !== null)

const freed = (item: CartItem): CartItem => ({
  ...item,
  name: `${item.name}${freeSuffix}`,
  price: '0',
  originalPrice: item.price,
  originalName: item.name,
})
