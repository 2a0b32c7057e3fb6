import type { Yen } from '~/kernel/money.ts'

const lowest = 50

/** Whether a fabric's price changes so much that it may be a slip: to below half, above double, or below 50 yen (P35). */
export const isDoubtfulChange = (former: Yen, next: Yen): boolean =>
  next !== former && (next * 2 < former || next > former * 2 || next < lowest)

/** A fabric's price that is not sold at until the owner accepts it. */
export interface HeldPrice {
  readonly number: string
  readonly name: string
  readonly price: Yen
  readonly formerPrice: Yen
}
