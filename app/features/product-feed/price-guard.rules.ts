import type { ProductType } from '~/features/products/rules.ts'
import { type Yen, yen } from '~/kernel/money.ts'

const lowest = 50

/** Whether a fabric's price changes so much that it may be a slip: to below half, above double, or below 50 yen (P35). */
export const isDoubtfulChange = (former: Yen, next: Yen): boolean =>
  next !== former && (next * 2 < former || next > former * 2 || next < lowest)

/**
 * Whether a price that was typed or came in a file waits for the owner's word (N43): a product that has none in the shop yet, in
 * yen, and a kit that is given away are never asked about.
 */
export const waitsForWord = (type: ProductType, former: number | null, price: Yen): boolean => {
  const isGift = type === 'kit' && (price === 0 || former === 0)
  return former !== null && !isGift && isDoubtfulChange(yen(former), price)
}

/** A fabric's price that is not sold at until the owner accepts it. */
export interface HeldPrice {
  readonly number: string
  readonly name: string
  readonly price: Yen
  readonly formerPrice: Yen
}
