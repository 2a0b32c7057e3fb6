import type { Yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { Cart, CartItem } from './cart-item.rules.ts'
import { applyKitOffer } from './kit-offer.rules.ts'

/** What a change has to say; views turn it into words. `name` is the plain name of the goods. */
export type CartNotice =
  | { readonly kind: 'added'; readonly name: string; readonly quantity: number }
  | { readonly kind: 'removed'; readonly names: readonly string[] }
  | { readonly kind: 'restored'; readonly names: readonly string[] }
  | { readonly kind: 'quantity-capped'; readonly name: string; readonly limit: number }
  | { readonly kind: 'kit-already-in-cart'; readonly name: string }
  | { readonly kind: 'kits-one-only'; readonly name: string }
  | { readonly kind: 'too-many-kinds'; readonly limit: number }
  | { readonly kind: 'cannot-be-bought'; readonly name: string }
  | { readonly kind: 'prices-changed'; readonly changes: readonly PriceChange[] }

/** A unit price without the offer, in yen, before and after it was read anew; null is 価格確認中. */
export interface PriceChange {
  readonly managementNumber: string
  readonly name: string
  readonly before: Yen
  readonly after: Yen | null
}

/** A line that was taken out, and where it stood: enough to put it back (C17). */
export interface RemovedLine {
  readonly item: CartItem
  readonly position: number
}

/** The cart after an action, with the kit offer applied once (C1), and what there is to say. */
export interface CartChange {
  readonly cart: Cart
  readonly notice?: CartNotice
  readonly removed?: readonly RemovedLine[]
}

/** The change that leaves `lines` in the cart: every action ends here, so that the kit offer is applied exactly once. */
export const settled = (lines: Cart, terms: CartTerms, notice?: CartNotice): CartChange => ({
  cart: applyKitOffer(lines, terms.freeKits),
  ...(notice && { notice }),
})
