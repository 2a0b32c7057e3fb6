import type { Generated } from 'kysely'
/**
 * What counts in a month: rows that are only ever added. Yen with their sign: what goes back is below 0. Days are 'YYYY-MM-DD' in Tokyo.
 */
export interface SalesEntryTable {
  id: string
  /** What it tells of, such as `sale:<order>` or `refund:<refund>`; unique together with the turn. */
  cause: string
  /** From 0; an odd turn takes the one before it back. */
  turn: number
  kind: 'sale' | 'refund' | 'dispute' | 'dispute-won' | 'fee'
  /** 1 for an odd turn. */
  takesBack: number
  /** The day on which it counts. */
  day: string
  /** The day that it is of; an earlier one where that month was over when it became known. */
  ownDay: string
  /** Null for the fee of a payment without an order. */
  orderId: string | null
  /** '' without an order. */
  orderNumber: string
  practice: number
  /** Of the tax, in percent. */
  rate: number
  /** Tax included; 0 for a fee. */
  amount: number
  /** In the amount. */
  tax: number
  /** In the amount. */
  shipping: number
  /** What the provider keeps, above 0. */
  fee: number
  /** What the provider pays out for it. */
  payout: number
  shippedOn: string | null
  paidOn: string
  /** The provider's number of the payment; '' where none is known. */
  paymentIntent: string
  writtenAt: number
  /** From 1, in the order in which entries were written; null until the portion that wrote it ends. */
  number: Generated<number | null>
}

/** What orders that count hold, for the best sellers; only ever added, like entries. */
export interface SalesLineTable {
  orderId: string
  position: number
  turn: number
  day: string
  practice: number
  number: string
  name: string
  units: number
  amount: number
}

/** Orders that were paid and had not left when a month ended, as it was then. */
export interface SalesUnsentTable {
  month: string
  orderId: string
  orderNumber: string
  practice: number
  paidOn: string
  amount: number
}

/** Orders and payments whose entries may lack something; written beside what changed them. */
export interface SalesDueTable {
  /** `order:<id>` or `payment:<payment intent>`. */
  subject: string
}

/** From which month on orders that are paid then count by which day. */
export interface SalesBasisTable {
  /** 'YYYY-MM'. */
  fromMonth: string
  basis: 'shipped' | 'paid'
}
