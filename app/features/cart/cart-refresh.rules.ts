import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type CartChange, type PriceChange, settled } from './cart-change.rules.ts'
import { type Cart, type CartItem, type Goods, lineOf, priceWithoutOffer } from './cart-item.rules.ts'
import { needsRefresh, withoutOffer } from './kit-offer.rules.ts'

/**
 * Reads lines anew: newest price, name, picture and kind of the goods that `lookup` knows (C2, C12); lines that it does
 * not know stay as they are, but for those in `gone`, which leave the cart. Says which known prices changed.
 */
export const refreshItems = (
  cart: Cart,
  lookup: (managementNumber: string) => Goods | undefined,
  terms: CartTerms,
  gone: readonly string[] = [],
): CartChange => {
  const changes: PriceChange[] = []
  const lines = cart.flatMap((item) => {
    if (gone.includes(item.managementNumber)) return []
    const goods = lookup(item.managementNumber)
    if (goods === undefined) return item
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
