import { plainName } from '~/features/cart/offer.rules.ts'
import { canBeBought, cartFingerprint, cartFromNumbers, cartProductOf } from '~/features/cart/rules.ts'
import { type CartLine, type CartTotals, cartTotals } from '~/features/cart/totals.rules.ts'
import type { CartProduct, NumberedQuantity } from '~/features/cart/types.ts'
import { colourOf, nameWithColour } from '~/features/products/description.rules.ts'
import { type SellableProduct, shippingNumber } from '~/features/products/rules.ts'
import type { ShortLine } from '~/features/stock/rules.ts'
import { yen } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'

/** Number and quantity count; name, colour and amount are only compared (S1). */
export interface SubmittedLine extends NumberedQuantity {
  readonly name: string
  readonly description: string
  readonly unitAmount: number
}

/** `shipping` is what the browser showed, in yen. */
export interface SubmittedCart {
  readonly lines: readonly SubmittedLine[]
  readonly shipping: number
}

export interface Quote {
  readonly totals: CartTotals
  readonly fingerprint: string
}

/** Shown and real values, names with colours; yen, null is not for sale. */
export interface Difference {
  readonly managementNumber: string
  readonly name: string
  readonly oldName: string
  readonly oldUnitAmount: number
  readonly newUnitAmount: number | null
  readonly reason: 'price' | 'name' | 'shipping' | 'unavailable' | 'stock'
  /** For `stock`: the most units in one piece. */
  readonly most?: number
  readonly waits?: boolean
  /** For `stock`: there is more, but for others (K8). */
  readonly isShared?: true
}

/** The provider's limit for one payment, in yen. */
export const highestTotal = yen(99_999_999)

/** `kinds`, `quantity` and `total` are beyond the cart's limits. */
export type QuoteRefusal =
  | { readonly why: 'empty' | 'only-free' | 'kinds' | 'quantity' | 'total' }
  /** `lines` of what is still sold, as it is sold now. */
  | {
      readonly why: 'changed'
      readonly differences: readonly Difference[]
      readonly lines: readonly CartLine[]
    }

/** Prices the cart from today's products (S1, S2, S3, C6); refuses any difference, so that nobody pays a price she has not seen. */
export const quoteOf = (
  submitted: SubmittedCart,
  products: ReadonlyMap<string, SellableProduct>,
  terms: CartTerms,
): Result<Quote, QuoteRefusal> => {
  const numbers = new Set(submitted.lines.map(({ managementNumber }) => managementNumber))
  if (numbers.size === 0) return refused({ why: 'empty' })
  if (numbers.size > terms.kinds) return refused({ why: 'kinds' })
  const forSale = (number: string): CartProduct | undefined => {
    const product = products.get(number)
    if (product === undefined) return undefined
    const cartProduct = cartProductOf(product)
    return canBeBought(cartProduct) ? cartProduct : undefined
  }
  if (asksTooMany(submitted.lines, products, terms)) return refused({ why: 'quantity' })
  const { cart } = cartFromNumbers(submitted.lines, forSale, terms)
  const totals = cartTotals(cart, terms)
  const differences = differencesOf(submitted, totals)
  if (differences.length > 0) return refused({ why: 'changed', differences, lines: totals.lines })
  if (!totals.payable.ok) return refused({ why: totals.payable.why === 'only-free' ? 'only-free' : 'empty' })
  if (totals.total > highestTotal) return refused({ why: 'total' })
  return ok({ totals, fingerprint: cartFingerprint(cart) })
}

/** Lines for which no piece is large enough (K4), after what else differs: a line that differs twice is told once (C23). */
export const withShortLines = (
  differences: readonly Difference[],
  lines: readonly CartLine[],
  short: ReadonlyArray<Omit<ShortLine, 'position' | 'units'>>,
): Difference[] => {
  const isShort = ({ managementNumber }: Difference) =>
    short.some(({ number }) => number === managementNumber)
  const shorts = short.flatMap(({ number, most, waits, isShared }) => {
    const line = lines.find(({ item }) => item.managementNumber === number)
    if (line === undefined) return []
    const { shownName: name, unitPrice } = line
    const known = differences.find(({ managementNumber }) => managementNumber === number)
    return {
      managementNumber: number,
      name,
      oldName: known?.oldName ?? name,
      oldUnitAmount: known?.oldUnitAmount ?? unitPrice,
      newUnitAmount: most === 0 ? null : unitPrice,
      reason: 'stock' as const,
      most,
      waits,
      ...(isShared && { isShared }),
    }
  })
  return [...differences.filter((each) => !isShort(each)), ...shorts]
}

/** Merged lines above the limit are refused, not cut (S3). */
const asksTooMany = (
  lines: readonly SubmittedLine[],
  products: ReadonlyMap<string, SellableProduct>,
  { unitsPerLine }: CartTerms,
): boolean => {
  const units = new Map<string, number>()
  for (const { managementNumber, quantity } of lines)
    if (products.get(managementNumber)?.type !== 'kit')
      units.set(managementNumber, (units.get(managementNumber) ?? 0) + quantity)
  return [...units.values()].some((quantity) => quantity > unitsPerLine)
}

const differencesOf = (submitted: SubmittedCart, totals: CartTotals): Difference[] => {
  const sold = new Map(totals.lines.map((line) => [line.item.managementNumber, line]))
  const found = new Map<string, Difference>()
  for (const line of submitted.lines) {
    const difference = lineDifference(line, sold.get(line.managementNumber))
    if (difference && !found.has(line.managementNumber)) found.set(line.managementNumber, difference)
  }
  const ofLines = [...found.values()]
  if (submitted.shipping === totals.shipping) return ofLines
  return [
    ...ofLines,
    {
      managementNumber: shippingNumber,
      name: '送料',
      oldName: '送料',
      oldUnitAmount: submitted.shipping,
      newUnitAmount: totals.shipping,
      reason: 'shipping',
    },
  ]
}

const lineDifference = (submitted: SubmittedLine, sold: CartLine | undefined): Difference | undefined => {
  const shown = {
    name: plainName(submitted.name),
    description: submitted.description,
    type: sold?.item.productType ?? 'fabric',
  }
  const before = {
    managementNumber: submitted.managementNumber,
    oldName: nameWithColour(shown),
    oldUnitAmount: submitted.unitAmount,
  }
  if (sold === undefined)
    return { ...before, name: before.oldName, newUnitAmount: null, reason: 'unavailable' }
  const after = { ...before, name: sold.shownName, newUnitAmount: sold.unitPrice }
  if (submitted.unitAmount !== sold.unitPrice) return { ...after, reason: 'price' }
  const soldName = sold.plainName.trim() || submitted.managementNumber
  const colour = colourOf(shown)
  const isSameColour =
    colour === null || colour === colourOf({ ...shown, description: sold.item.description })
  return shown.name.trim() === soldName && isSameColour ? undefined : { ...after, reason: 'name' }
}
