import { shippingNumber } from '~/features/catalogue/rules.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Cart, type CartItem, type Goods, lineOf, wholeUnits } from './cart-item.rules.ts'
import { applyKitOffer } from './kit-offer.rules.ts'

/** What the server takes from a browser's word: which goods and how many (S1). */
export interface NumberedQuantity {
  readonly managementNumber: string
  readonly quantity: number
}

/** A cart made of the catalogue's goods, and the numbers that the catalogue does not offer. */
export interface CartFromNumbers {
  readonly cart: Cart
  readonly missing: readonly string[]
}

/**
 * The cart as the server builds it (C6): every field from `lookup`, lines in the order sent, repeated numbers merged,
 * kits once, the shipping line left out (S2, S3), the same offer as in the browser. Quantities must be whole and
 * positive; the caller has refused others. What is above the limits is cut to them.
 */
export const cartFromNumbers = (
  lines: readonly NumberedQuantity[],
  lookup: (managementNumber: string) => Goods | undefined,
  terms: CartTerms,
): CartFromNumbers => {
  const units = new Map<string, number>()
  for (const { managementNumber, quantity } of lines)
    if (managementNumber !== shippingNumber)
      units.set(managementNumber, (units.get(managementNumber) ?? 0) + quantity)
  const cart: CartItem[] = []
  const missing: string[] = []
  for (const [managementNumber, quantity] of units) {
    const goods = lookup(managementNumber)
    if (goods === undefined) missing.push(managementNumber)
    else if (cart.length < terms.kinds) cart.push(lineOf(goods, wholeUnits(quantity, terms.unitsPerLine)))
  }
  return { cart: applyKitOffer(cart, terms.freeKits), missing }
}

/** One text for one content: numbers and units in their order. Equal carts have equal fingerprints, others do not (S9). */
export const cartFingerprint = (lines: readonly NumberedQuantity[]): string =>
  JSON.stringify(lines.map(({ managementNumber, quantity }) => [managementNumber, quantity]))
