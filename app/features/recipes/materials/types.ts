import type { SellableProduct } from '~/features/products/rules.ts'

export interface TiedProduct {
  readonly number: string
  readonly units: number
  /** The product's name when it was chosen; '' if the line's text names the number. */
  readonly name: string
}

/** An author's choice for a line; without one the line's text counts (W1). */
export interface MaterialTie {
  /** From 0, in the recipe's `ingredients`; at most one tie a line. */
  readonly line: number
  /** Null: not a product of the shop, even if the text holds a number. */
  readonly product: TiedProduct | null
}

export interface TiedMaterial {
  readonly line: number
  /** The shop's spelling, or the author's if the product is gone. */
  readonly number: string
  readonly units: number
  readonly name: string
  /** Null if it left, or another product has its number now. */
  readonly product: SellableProduct | null
  /** At most two similar fabrics on sale, if it cannot be bought. */
  readonly near: readonly SellableProduct[]
}

export interface OfferedProduct {
  readonly number: string
  readonly type: SellableProduct['type']
  readonly name: string
  readonly called: string
  readonly price: SellableProduct['price']
  readonly picture: string
  /** Why it cannot be bought, such as 売り切れ; null if it can. */
  readonly stopped: string | null
  /** Its pieces are not turned (W41). */
  readonly mayHaveTop: boolean
}

export interface Offer {
  readonly products: readonly OfferedProduct[]
  /** Found by the last word alone, which a choice then replaces. */
  readonly byLastWord: boolean
}
