import type { ProductType } from '~/features/products/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/** A fabric or kit; `price` is as the shop writes it. */
export interface CartProduct {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly price: string | number
  readonly imageUrl: string
  readonly productType: ProductType
  /** Of a counted product, as `SellableProduct` has them (K10). */
  readonly most?: number | undefined
  readonly waits?: true | undefined
}

/** A line item as the browser stores it. A kit made free has price '0' and keeps its own price and name beside it (C2). */
export interface CartItem extends CartProduct {
  readonly quantity: number
  readonly originalPrice?: string | number
  readonly originalName?: string
  /** No longer sold: it counts in no sum, and must go before the cart can be paid. */
  readonly isGone?: true
}

/** Lines in the shopper's order, one per number; a kit's quantity is 1. */
export type Cart = readonly CartItem[]

/** The views that ask for payment: the header's panel and the product list's cart. */
export const checkoutViews = ['header-cart', 'react-cart'] as const

export type CheckoutFrom = (typeof checkoutViews)[number]

/** `name` is the plain name of the product with its colour (P27). */
export type CartNotice =
  | {
      readonly kind: 'added'
      readonly name: string
      readonly quantity: number
      readonly isFree?: true
      /** How many more kits the offer makes free. */
      readonly freeKitsLeft: number
    }
  /** In words of its own. */
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'removed'; readonly names: readonly string[] }
  | { readonly kind: 'restored'; readonly names: readonly string[] }
  /** `isLeft`: one piece of it holds no more (K10). */
  | {
      readonly kind: 'quantity-capped'
      readonly name: string
      readonly limit: number
      readonly isLeft?: true
    }
  | { readonly kind: 'kit-already-in-cart'; readonly name: string }
  | { readonly kind: 'kits-one-only'; readonly name: string }
  | { readonly kind: 'too-many-kinds'; readonly limit: number }
  | { readonly kind: 'cannot-be-bought'; readonly name: string }
  | { readonly kind: 'prices-changed'; readonly changes: readonly PriceChange[] }

/** Unit prices without the offer, in yen; null is 価格確認中. */
export interface PriceChange {
  readonly managementNumber: string
  readonly name: string
  readonly before: Yen
  readonly after: Yen | null
}

export interface RemovedLine {
  readonly item: CartItem
  readonly position: number
}

/** The cart after an action, with the kit offer applied (C1). */
export interface CartChange {
  readonly cart: Cart
  readonly notice?: CartNotice
  readonly removed?: readonly RemovedLine[]
  /** How what was added together is taken back. */
  readonly takeBack?: (cart: Cart) => CartChange
}

/** What a press on 元に戻す does, and what was done, as its notice says it (C17). */
export interface Undo {
  readonly done: CartNotice
  readonly act: (cart: Cart) => CartChange
}

/** All that the server takes from a browser (S1). */
export interface NumberedQuantity {
  readonly managementNumber: string
  readonly quantity: number
}

/** `missing` are the numbers that the shop does not offer. */
export interface CartFromNumbers {
  readonly cart: Cart
  readonly missing: readonly string[]
}

/** Of the lines that a lookup does not know, those in `gone` are marked as no longer sold, those in `leaving` are removed. */
export interface Unsold {
  readonly gone?: readonly string[]
  readonly leaving?: readonly string[]
}
