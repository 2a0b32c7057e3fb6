import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { Cart } from './cart-item.rules.ts'
import { applyKitOffer } from './kit-offer.rules.ts'

/** What an order holds of one number. */
export interface PaidLine {
  readonly number: string
  readonly quantity: number
}

/**
 * What of `cart` was not paid: units beyond those of the order, and goods it does not hold. Another tab may have put them
 * in while the payment page was open; they must not go with what was paid (S13, C11).
 */
export const withoutPaid = (cart: Cart, paid: readonly PaidLine[], terms: CartTerms): Cart => {
  const units = new Map(paid.map(({ number, quantity }) => [number, quantity]))
  const left = cart.flatMap((item) => {
    const quantity = item.quantity - (units.get(item.managementNumber) ?? 0)
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
  return applyKitOffer(left, terms.freeKits)
}
