import { taxInside, yen } from '~/kernel/money.ts'

/** Yen that went back of a sum, tax included; `tax` as it was told the buyer, null where nobody has told it. */
export interface PartGivenBack {
  readonly amount: number
  readonly tax: number | null
}

/** The last part of which nobody was told the tax; -1 where all were. */
const lastUntold = (parts: readonly PartGivenBack[]): number => parts.findLastIndex(({ tax }) => tax === null)

/**
 * The consumption tax (10 %, in yen) inside each part of `total` yen, in the order of the parts (M18): what was told stays; of the others
 * each has floor(amount × 10 / 110), and the one that completes the total takes the total's tax less that of the earlier ones, so that
 * nothing is left. Where the one that completes it was told before an earlier one was known, the last untold one makes up for it. What goes
 * back beyond the total takes no more tax than there is. Parts that failed are none. Throws a RangeError for a fraction of a yen.
 */
export const taxesOfParts = (total: number, parts: readonly PartGivenBack[]): readonly number[] => {
  const whole: number = taxInside(yen(total))
  let [left, taxLeft] = [total, whole]
  const taxes = parts.map(({ amount, tax }) => {
    const own = tax ?? (amount >= left ? taxLeft : Math.min(taxLeft, taxInside(yen(amount))))
    left = Math.max(0, left - amount)
    taxLeft = Math.max(0, taxLeft - own)
    return own
  })
  const missing = left > 0 ? 0 : taxes.reduce((rest, tax) => rest - tax, whole)
  const at = lastUntold(parts)
  return taxes.map((tax, index) => (index === at ? Math.max(0, tax + missing) : tax))
}
