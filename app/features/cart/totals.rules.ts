import { parsePrice, parsePriceOrZero, sumOf, times, type Yen, yen } from '~/kernel/money.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { Cart, CartItem } from './cart-item.rules.ts'
import { plainName } from './free-suffix.rules.ts'
import { isFreed, needsRefresh } from './kit-offer.rules.ts'
import { type ShippingStep, shippingStep, untilFreeShipping } from './shipping.rules.ts'

/**
 * What a line costs: `paid`, `free-by-offer` (fabric made this kit free), `free` (a kit the shop gives away, C5),
 * `price-unknown` (価格確認中, C9), `needs-refresh` (an old cart's free kit, C2) or `gone` (not sold any more). The last
 * three cannot be bought.
 */
export type LineState = 'paid' | 'free-by-offer' | 'free' | 'price-unknown' | 'needs-refresh' | 'gone'

/** A line with its sums. `regularPrice` is the unit price without the offer, null when nobody knows it. */
export interface CartLine {
  readonly item: CartItem
  readonly plainName: string
  readonly state: LineState
  readonly unitPrice: Yen
  readonly regularPrice: Yen | null
  readonly amount: Yen
}

/** May the cart be paid? If not, the first reason that holds, with the numbers of the lines it is about. */
export type Payability =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly why: 'empty' | 'gone' | 'needs-refresh' | 'price-unknown' | 'only-free'
      readonly numbers: readonly string[]
    }

/** All that a view of the cart, the request for payment and the order need to know; amounts in yen, tax included. */
export interface CartTotals {
  readonly lines: readonly CartLine[]
  /** Units of all lines together, for badge and panel alike (C18). */
  readonly units: number
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly shippingStep: ShippingStep
  readonly untilFreeShipping: Yen | null
  readonly total: Yen
  readonly payable: Payability
}

/** The sums of a cart to which the kit offer has been applied, as every action of this folder leaves it (C19). */
export const cartTotals = (cart: Cart, terms: Pick<CartTerms, 'shippingBands'>): CartTotals => {
  const lines = cart.map(lineWithSums)
  const subtotal = sumOf(lines.map(({ amount }) => amount))
  const step = shippingStep(subtotal, terms.shippingBands)
  return {
    lines,
    units: cart.reduce((units, { quantity }) => units + quantity, 0),
    subtotal,
    shipping: step.fee,
    shippingStep: step,
    untilFreeShipping: untilFreeShipping(subtotal, terms.shippingBands),
    total: sumOf([subtotal, step.fee]),
    payable: payability(lines),
  }
}

const lineWithSums = (item: CartItem): CartLine => {
  const { state, unitPrice, regularPrice } = priceOf(item)
  return {
    item,
    plainName: plainName(item.name),
    state,
    unitPrice,
    regularPrice,
    amount: times(unitPrice, item.quantity),
  }
}

const priceOf = (item: CartItem): Pick<CartLine, 'state' | 'unitPrice' | 'regularPrice'> => {
  const nothing = yen(0)
  if (item.isGone) return { state: 'gone', unitPrice: nothing, regularPrice: null }
  if (needsRefresh(item)) return { state: 'needs-refresh', unitPrice: nothing, regularPrice: null }
  if (isFreed(item))
    return { state: 'free-by-offer', unitPrice: nothing, regularPrice: parsePrice(item.originalPrice ?? '') }
  const price = item.productType === 'kit' ? parsePriceOrZero(item.price) : parsePrice(item.price)
  if (price === null) return { state: 'price-unknown', unitPrice: nothing, regularPrice: null }
  return { state: price === 0 ? 'free' : 'paid', unitPrice: price, regularPrice: price }
}

const payability = (lines: readonly CartLine[]): Payability => {
  const numbersOf = (state: LineState) =>
    lines.filter((line) => line.state === state).map(({ item }) => item.managementNumber)
  if (lines.length === 0) return { ok: false, why: 'empty', numbers: [] }
  for (const why of ['gone', 'needs-refresh', 'price-unknown'] as const) {
    const numbers = numbersOf(why)
    if (numbers.length > 0) return { ok: false, why, numbers }
  }
  if (lines.every(({ amount }) => amount === 0))
    return { ok: false, why: 'only-free', numbers: numbersOf('free') }
  return { ok: true }
}
