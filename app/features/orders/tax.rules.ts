import { taxInside, yen } from '~/kernel/money.ts'

/** Yen that went back of a sum, tax included; `tax` as it was told the buyer, null where nobody has told it. */
export interface PartGivenBack {
  readonly amount: number
  readonly tax: number | null
}

/**
 * The consumption tax (10 %, in yen) inside each part of `total` yen, in the order of the parts (M18): what was told stays; of the others
 * each has floor(amount × 10 / 110), and the one that completes the total takes the total's tax less that of the earlier ones, so that
 * nothing is left. What goes back beyond the total takes no more tax than there is. Parts that failed are none. Throws a RangeError for
 * a fraction of a yen.
 */
export const taxesOfParts = (total: number, parts: readonly PartGivenBack[]): readonly number[] => {
  let left = total
  let taxLeft: number = taxInside(yen(total))
  return parts.map(({ amount, tax }) => {
    const own = tax ?? (amount >= left ? taxLeft : Math.min(taxLeft, taxInside(yen(amount))))
    left = Math.max(0, left - amount)
    taxLeft = Math.max(0, taxLeft - own)
    return own
  })
}
