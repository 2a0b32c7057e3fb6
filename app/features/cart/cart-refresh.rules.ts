import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type CartChange, type PriceChange, settled } from './cart-change.rules.ts'
import { type Cart, type CartItem, type Goods, lineOf, priceWithoutOffer } from './cart-item.rules.ts'
import { needsRefresh, withoutOffer } from './kit-offer.rules.ts'

/**
 * What becomes of lines that the lookup does not know: those in `gone` stay, marked as not sold any more; those in
 * `leaving` leave the cart; all others stay as they are.
 */
export interface Unsold {
  readonly gone?: readonly string[]
  readonly leaving?: readonly string[]
}

/**
 * Reads lines anew: newest price, name, picture and kind of the goods that `lookup` knows (C2, C12). Says which known
 * prices changed.
 */
export const refreshItems = (
  cart: Cart,
  lookup: (managementNumber: string) => Goods | undefined,
  terms: CartTerms,
  { gone = [], leaving = [] }: Unsold = {},
): CartChange => {
  const changes: PriceChange[] = []
  const lines = cart.flatMap((item) => {
    if (leaving.includes(item.managementNumber)) return []
    const goods = lookup(item.managementNumber)
    if (goods === undefined)
      return gone.includes(item.managementNumber) ? { ...item, isGone: true as const } : item
    const before = needsRefresh(item) ? null : priceWithoutOffer(withoutOffer(item))
    const after = priceWithoutOffer(goods)
    const { managementNumber, name } = lineOf(goods, 1)
    if (before !== null && before !== after) changes.push({ managementNumber, name, before, after })
    return lineOf(goods, item.quantity)
  })
  return settled(lines, terms, changes.length > 0 ? { kind: 'prices-changed', changes } : undefined)
}

/** Notes what a kit costs without the offer, as the catalogue writes it (S:L113). Fabric and unknown numbers stay. */
export const updateKitPrice = (
  cart: Cart,
  managementNumber: string,
  price: string | number,
  terms: CartTerms,
): CartChange => {
  const isMeant = (item: CartItem) => item.managementNumber === managementNumber && item.productType === 'kit'
  return settled(
    cart.map((item) => (isMeant(item) ? lineOf({ ...withoutOffer(item), price }, 1) : item)),
    terms,
  )
}
