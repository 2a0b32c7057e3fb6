import { formatNumber, type Yen, yen } from '~/kernel/money.ts'
import { draftState, publishedStatus } from './rules.ts'

/** In yen. */
export const lowestCertainPrice = 50

/** Below half, above double, or below 50 yen may be a slip (P35). */
export const isDoubtfulChange = (former: Yen, next: Yen): boolean =>
  next !== former && (next * 2 < former || next > former * 2 || next < lowestCertainPrice)

/** The same for a price that is typed: what was given away may cost anything, and a price below 50 yen measures no higher one (N43, N76). */
const isDoubtfulAtDesk = (former: Yen, next: Yen): boolean => {
  const isNoMeasure = former === 0 || (former < lowestCertainPrice && next >= lowestCertainPrice)
  return !isNoMeasure && isDoubtfulChange(former, next)
}

/** What is stored of a product and its prices, in yen. */
export interface StoredPrice {
  readonly status: string
  readonly price: number | null
  /** The former price of a product whose list lost it. */
  readonly remembered: number | null
  /** One below 50 yen that the owner has been asked about. */
  readonly confirmed: number | null
}

/**
 * Whether a typed price waits for the owner (N43): a doubtful one for `former`, and one below 50 yen with which a product comes on sale
 * (`former` null, N75). Null for one that is sold at once. A draft waits when it is published, and has no former price.
 */
export const typedPriceWaits = (
  stored: StoredPrice | null,
  status: string,
  price: Yen,
): { readonly former: Yen | null } | null => {
  const known = stored === null || stored.status === draftState ? null : (stored.price ?? stored.remembered)
  const former = known === null ? null : yen(known)
  if (former !== null && isDoubtfulAtDesk(former, price)) return { former }
  const isComing = status === publishedStatus && (former === null || stored?.status !== publishedStatus)
  const isAsked = isComing && former !== 0 && price < lowestCertainPrice && price !== stored?.confirmed
  return isAsked ? { former: null } : null
}

/** In place of the former price of a held one that has none: the column is read as a number by the former release too (D51). */
export const noFormerPrice = 0

/** In yen, as `held_price` has it. */
export const formerPriceIn = (stored: number | null): Yen | null =>
  stored === null || stored === noFormerPrice ? null : yen(stored)

interface ListedPrice {
  readonly number: string
  /** Yen; null where none is known. */
  readonly former: number | null
  /** Yen; null is no certain price. */
  readonly price: number | null
  readonly priceText: string
}

/**
 * What is remembered of a price of the feed: a doubtful one that waits, or the former one of a fabric that has lost its own; null for
 * neither (P35). A first price never waits.
 */
export const priceToHold = ({ number, former, price, priceText }: ListedPrice) =>
  former === null || (price !== null && !isDoubtfulChange(yen(former), yen(price)))
    ? null
    : { number, priceText, price, formerPrice: former }

export interface HeldPrice {
  readonly number: string
  readonly name: string
  readonly price: Yen
  /** The one in force; null for a product that waits for its first one. */
  readonly formerPrice: Yen | null
}

/** As the owner reads it where she is asked. */
export const heldPriceText = ({
  price,
  formerPrice,
}: {
  readonly price: number
  readonly formerPrice: number | null
}): string =>
  formerPrice === null
    ? `はじめての価格 ${formatNumber(price)}円`
    : `${formatNumber(formerPrice)}円 → ${formatNumber(price)}円`
