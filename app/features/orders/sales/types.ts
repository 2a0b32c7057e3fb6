/** `shipped`: an order counts on the day of its shipping; `paid`: on that of its payment. */
export type SalesBasis = 'shipped' | 'paid'

export type SalesKind = 'sale' | 'refund' | 'dispute' | 'dispute-won' | 'fee'

/**
 * One dated row of a month, written once and never changed (M25). Yen with their sign: a refund is below 0, and what takes an entry back has
 * its sums with the opposite sign and the same kind. Days are 'YYYY-MM-DD' in Tokyo. Names nobody.
 */
export interface SalesEntry {
  /** Stable for ever, also when the month is read again. */
  readonly id: string
  /** Its place among all entries that were ever written, from 1: as stable as the id. */
  readonly number: number
  readonly kind: SalesKind
  /** Of a demo. */
  readonly isPractice: boolean
  /** It takes an earlier entry of the same cause back: the order was not shipped after all, the refund failed. */
  readonly takesBack: boolean
  /** The day on which it counts. */
  readonly day: string
  /** The day that it is of: of an earlier month where it corrects one that was over. */
  readonly ownDay: string
  /** '' for the fee of a payment without an order. */
  readonly orderNumber: string
  readonly shippedOn: string | null
  readonly paidOn: string
  /** Of the tax, in percent. */
  readonly rate: 10
  /** Tax included; 0 for a fee. */
  readonly amount: number
  /** In the amount. */
  readonly tax: number
  /** In the amount. */
  readonly shipping: number
  /** What the provider keeps, above 0; 0 but for a fee. */
  readonly fee: number
  /** What the provider pays out for it: a fee is below 0, a refund by bank transfer 0. */
  readonly payout: number
  /** The provider's number of the payment; '' where none is known. */
  readonly paymentNumber: string
}

/** After which entry the next portion begins. */
export type EntryPlace = Pick<SalesEntry, 'day' | 'id'>
