import type { SellableProduct } from '~/features/products/rules.ts'

/** A product of the shop that a line of a recipe's materials is tied to. */
export interface TiedProduct {
  /** As `product.number` holds it. */
  readonly number: string
  /** 1 to 99. */
  readonly units: number
  /** Of the product, as it was when it was chosen; '' when the line's text names its number. */
  readonly name: string
}

/** What an author chose for a line; where nothing is chosen, the line's own text tells (W1). */
export interface MaterialTie {
  /** From 0, in the recipe's `ingredients`; at most one tie a line. */
  readonly line: number
  /** Null: she says that this line is nothing of the shop's, also where its text holds a number. */
  readonly product: TiedProduct | null
}

/** A tied line as the shop has it now. */
export interface TiedMaterial {
  readonly line: number
  /** As the shop writes it, or the author where it is gone. */
  readonly number: string
  /** 1 to 99; of a kit always 1. */
  readonly units: number
  /** As it was when it was chosen; '' when the text names it. */
  readonly name: string
  /** Null when it left, or when another product bears its number now. */
  readonly product: SellableProduct | null
  /** At most two fabrics like it that can be bought, where it cannot. */
  readonly near: readonly SellableProduct[]
}

/** A product as it is proposed to an author, and shown beside her line. */
export interface OfferedProduct {
  readonly number: string
  readonly type: SellableProduct['type']
  readonly name: string
  /** The name as people read it, with the colour. */
  readonly called: string
  readonly price: SellableProduct['price']
  readonly picture: string
  readonly suspended: boolean
}

/** The answer to what an author types into a line. */
export interface Offer {
  readonly products: readonly OfferedProduct[]
  /** Found by the last word alone, which a choice replaces; else by all of the line. */
  readonly byLastWord: boolean
}
