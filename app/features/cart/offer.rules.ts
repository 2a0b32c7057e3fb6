import { nameWithColour } from '~/features/products/description.rules.ts'
import { parsePrice, parsePriceOrZero } from '~/kernel/money.ts'
import type { Cart, CartItem, CartProduct } from './types.ts'

export const freeSuffix = ' (無料)'

const longestMark = 6

/** The name without ' (無料)' and '(free)' at its end, however often they were added (C3). */
export const plainName = (name: string): string => {
  let plain = name
  let rest = name.trimEnd()
  for (let mark = markAtEnd(rest); mark !== undefined; mark = markAtEnd(rest)) {
    plain = rest.slice(0, -mark.length).trimEnd()
    rest = plain
  }
  return plain
}

/** The plain name with the colour (P27). */
export const shownName = ({ name, description, productType }: CartProduct): string =>
  nameWithColour({ name: plainName(name), description, type: productType })

export const saysFree = (name: string): boolean => markAtEnd(name.trimEnd()) !== undefined

// Looks at the last characters only, so that a long hostile name costs no more than a short one.
const markAtEnd = (name: string): string | undefined =>
  /\((?:無料|free)\)$/i.exec(name.slice(-longestMark))?.[0]

/** Only fabric that is still sold makes kits free (C1). */
export const hasFabric = (cart: Cart): boolean =>
  cart.some(({ productType, isGone }) => productType === 'fabric' && !isGone)

/**
 * With fabric in the cart, the first `quota` kits that cost something are free (C1, C7); kits without a price (C5) and products no
 * longer sold do not count. Idempotent; prices and names come back when the fabric leaves (C2).
 */
export const applyKitOffer = (cart: Cart, quota: number): Cart => {
  const plain = cart.map(withoutOffer)
  let left = hasFabric(plain) ? quota : 0
  return plain.map((item) => {
    if (left === 0 || !takesPart(item)) return item
    left -= 1
    return needsRefresh(item) ? item : freed(item)
  })
}

export const withoutOffer = (item: CartItem): CartItem => {
  const { originalPrice, originalName, ...line } = item
  if (needsRefresh(item)) return line
  if (parsePriceOrZero(line.price) !== 0) return { ...line, name: plainName(line.name) }
  const price = originalPrice ?? line.price
  const name = plainName(originalPrice === undefined ? line.name : (originalName ?? line.name))
  return { ...line, name, price: parsePriceOrZero(price) === 0 ? '0' : price }
}

export const isFreed = (item: CartItem): boolean =>
  item.productType === 'kit' && item.originalPrice !== undefined && parsePriceOrZero(item.price) === 0

/** A free kit of an older cart that kept no price; the server must be asked before paying (C2). */
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

/** 0 without fabric (C1). */
export const freeKitsLeft = (cart: Cart, quota: number): number => {
  if (!hasFabric(cart)) return 0
  const freedKits = cart.filter((item) => !item.isGone && (isFreed(item) || needsRefresh(item)))
  return Math.max(0, quota - freedKits.length)
}
