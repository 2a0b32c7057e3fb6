import { type Yen, yen } from '~/kernel/money.ts'
import { draftState, type ProductType } from './rules.ts'

/** In yen. */
export const lowestCertainPrice = 50

/** Below half, above double, or below 50 yen may be a slip (P35). */
export const isDoubtfulChange = (former: Yen, next: Yen): boolean =>
  next !== former && (next * 2 < former || next > former * 2 || next < lowestCertainPrice)

/** Whether a typed or imported price (yen) waits for the owner (N43); never a first price, nor a kit's that is given away. */
export const needsConfirmation = (type: ProductType, former: number | null, price: Yen): boolean => {
  const isGift = type === 'kit' && (price === 0 || former === 0)
  return former !== null && !isGift && isDoubtfulChange(yen(former), price)
}

/** What a new price is compared with: none for a new product and a draft (N43), else the one in force, or `remembered` where it was lost. */
export const formerPriceOf = (
  row: { readonly status: string; readonly price: number | null } | null,
  remembered: number | null,
): number | null => (row === null || row.status === draftState ? null : (row.price ?? remembered))

/** A price typed or imported. */
export interface PriceChange {
  readonly number: string
  readonly type: ProductType
  /** Yen; null where none is known. */
  readonly former: number | null
  /** Yen; null is no certain price. */
  readonly price: number | null
  readonly priceText: string
}

/** What is remembered of a new price: a doubtful one that waits, or the former one of a product that has lost its own; null for neither (P35). */
export const priceToHold = ({ number, type, former, price, priceText }: PriceChange) =>
  former === null || (price !== null && !needsConfirmation(type, former, yen(price)))
    ? null
    : { number, priceText, price, formerPrice: former }

export interface HeldPrice {
  readonly number: string
  readonly name: string
  readonly price: Yen
  readonly formerPrice: Yen
}
