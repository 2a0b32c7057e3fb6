import type { ProductType } from '~/features/products/rules.ts'
import type { Yen } from '~/kernel/money.ts'

/** `price` is as the shop writes it. */
export interface CartProduct {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  readonly price: string | number
  readonly imageUrl: string
  readonly productType: ProductType
  /** As in `SellableProduct` (K10). */
  readonly most?: number | undefined
  readonly waits?: true | undefined
  readonly unitsNeeded?: number | undefined
}

/** A line as the browser stores it. A kit made free has price '0' and keeps its own price and name beside it (C2). */
export interface CartItem extends CartProduct {
  readonly quantity: number
  readonly originalPrice?: string | number
  readonly originalName?: string
  /** No longer sold: not part of any sum, and must leave before the cart can be paid. */
  readonly isGone?: true
}

/** One line per number, in the shopper's order; a kit's quantity is 1. */
export type Cart = readonly CartItem[]

export const checkoutViews = ['header-cart', 'react-cart'] as const

export type CheckoutFrom = (typeof checkoutViews)[number]

/** `name` includes the colour (P27). */
export type CartNotice =
  | {
      readonly kind: 'added'
      readonly name: string
      readonly type: ProductType
      readonly quantity: number
      readonly isFree?: true
      readonly freeKitsLeft: number
    }
  | { readonly kind: 'told'; readonly text: string }
  /** `isAll`: the cart was emptied. */
  | { readonly kind: 'removed'; readonly names: readonly string[]; readonly isAll?: true }
  | { readonly kind: 'restored'; readonly names: readonly string[] }
  /** `isLeft`: the limit is what the longest piece holds (K10). `added` of `asked` units came in; without them none did (C24). */
  | {
      readonly kind: 'quantity-capped'
      readonly name: string
      readonly limit: number
      readonly isLeft?: true
      readonly asked?: number
      readonly added?: number
    }
  | { readonly kind: 'kit-already-in-cart'; readonly name: string }
  | { readonly kind: 'kits-one-only'; readonly name: string }
  | { readonly kind: 'too-many-kinds'; readonly limit: number }
  | { readonly kind: 'cannot-be-bought'; readonly name: string }
  | { readonly kind: 'prices-changed'; readonly changes: readonly PriceChange[] }

/** Unit prices in yen without the offer; null is 価格確認中. */
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

/** The kit offer has been applied to `cart` (C1). */
export interface CartChange {
  readonly cart: Cart
  readonly notice?: CartNotice
  readonly removed?: readonly RemovedLine[]
  readonly takeBack?: (cart: Cart) => CartChange
}

/** What 元に戻す does, and the notice of what it undoes (C17). */
export interface Undo {
  readonly done: CartNotice
  readonly act: (cart: Cart) => CartChange
}

/** All that the server takes from a browser (S1). */
export type NumberedQuantity = Pick<CartItem, 'managementNumber' | 'quantity'>

export interface CartFromNumbers {
  readonly cart: Cart
  readonly missing: readonly string[]
}

/** Lines unknown to a lookup that are to be marked as no longer sold. */
export interface Unsold {
  readonly gone?: readonly string[]
}
