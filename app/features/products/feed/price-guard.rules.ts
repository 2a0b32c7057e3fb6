import type { ProductType } from '~/features/products/rules.ts'
import { type Yen, yen } from '~/kernel/money.ts'

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

export interface HeldPrice {
  readonly number: string
  readonly name: string
  readonly price: Yen
  readonly formerPrice: Yen
}
