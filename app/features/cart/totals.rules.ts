import { parsePrice, parsePriceOrZero, sumOf, times, type Yen, yen } from '~/kernel/money.ts'
import type { CartTerms, ShippingBand } from '~/kernel/shop-settings.ts'
import { freeKitsLeft, isFreed, needsRefresh, plainName, shownName } from './offer.rules.ts'
import type { Cart, CartItem } from './types.ts'

/** Subtotals from `from` to below `below` yen pay `fee`; `below` is null on the last step. */
export interface ShippingStep {
  readonly from: Yen
  readonly below: Yen | null
  readonly fee: Yen
}

/** For a subtotal after the kit offer (C19, C20). */
export const shippingStep = (subtotal: Yen, bands: readonly ShippingBand[]): ShippingStep => {
  if (subtotal <= 0) return { from: yen(0), below: yen(1), fee: yen(0) }
  const at = bands.findIndex(({ below }) => subtotal < below)
  const band = bands[at]
  if (band === undefined) return { from: bands.at(-1)?.below ?? yen(1), below: null, fee: yen(0) }
  return { from: bands[at - 1]?.below ?? yen(1), below: band.below, fee: band.fee }
}

/** `free` is given away by the shop (C5). `price-unknown` (C9), `needs-refresh` (C2) and `gone` cannot be bought. */
export type LineState = 'paid' | 'free-by-offer' | 'free' | 'price-unknown' | 'needs-refresh' | 'gone'

/** Sums in yen; `regularPrice` is the unit price without the offer, null if unknown. */
export interface CartLine {
  readonly item: CartItem
  readonly plainName: string
  readonly shownName: string
  readonly state: LineState
  readonly unitPrice: Yen
  readonly regularPrice: Yen | null
  readonly amount: Yen
}

/** Whether the shop has what the line asks for, as far as it was told (K10). */
export const canBeSent = ({ state, item: { most, quantity } }: CartLine): boolean =>
  state !== 'gone' && state !== 'price-unknown' && (most === undefined || quantity <= most)

export type Payability =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly why: 'empty' | 'gone' | 'needs-refresh' | 'price-unknown' | 'only-free'
      readonly numbers: readonly string[]
    }

/** Amounts in yen, tax included. */
export interface CartTotals {
  readonly lines: readonly CartLine[]
  /** Of all lines (C18). */
  readonly units: number
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly shippingStep: ShippingStep
  readonly freeKitsLeft: number
  readonly total: Yen
  readonly payable: Payability
}

/** Expects the kit offer to be applied (C19). */
export const cartTotals = (cart: Cart, terms: Pick<CartTerms, 'shippingBands' | 'freeKits'>): CartTotals => {
  const lines = cart.map(lineWithSums)
  const subtotal = sumOf(lines.map(({ amount }) => amount))
  const step = shippingStep(subtotal, terms.shippingBands)
  return {
    lines,
    units: cart.reduce((units, { quantity }) => units + quantity, 0),
    subtotal,
    shipping: step.fee,
    shippingStep: step,
    freeKitsLeft: freeKitsLeft(cart, terms.freeKits),
    total: sumOf([subtotal, step.fee]),
    payable: payability(lines),
  }
}

const lineWithSums = (item: CartItem): CartLine => {
  const { state, unitPrice, regularPrice } = priceOf(item)
  return {
    item,
    plainName: plainName(item.name),
    shownName: shownName(item),
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
