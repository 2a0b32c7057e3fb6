import type { ProductType } from '~/features/catalogue/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/** What the catalogue says of one piece of goods, fabric or kit. `price` is as the catalogue writes it. */
export interface Goods {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly price: string | number
  readonly imageUrl: string
  readonly productType: ProductType
}

/**
 * One line of the cart as the browser keeps it. A kit that the offer made free has price '0' and remembers beside it what
 * it costs and is called without the offer (C2).
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

/** The views that ask for payment: the header's panel and the catalogue's cart. */
export const checkoutViews = ['header-cart', 'react-cart'] as const

export type CheckoutFrom = (typeof checkoutViews)[number]

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
 * What becomes of lines that the lookup does not know: those in `gone` stay, marked as not sold any more; those in
 * `leaving` leave the cart; all others stay as they are.
 */
export interface Unsold {
  readonly gone?: readonly string[]
  readonly leaving?: readonly string[]
}
