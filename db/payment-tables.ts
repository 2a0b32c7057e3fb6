import type { Generated } from 'kysely'

/** Each payment of the provider once, with or without an order. */
export interface PaymentTable {
  paymentIntent: string
  orderId: string | null
  sessionId: string
  /** In `currency`; whole yen for 'jpy'. */
  amount: number
  currency: string
  /** 1 for real money. */
  livemode: number
  receivedAt: number
  /** `second`: the order was paid before. */
  role: 'first' | 'second' | 'unmatched'
  /** Yen kept by the provider, and yen paid out; null until it said so. */
  fee: number | null
  net: number | null
}

/** Belongs to the order of its payment. */
export interface RefundTable {
  id: string
  providerId: string | null
  paymentIntent: string
  /** Yen, above 0. */
  amount: number
  /** `asked`: the provider has not answered yet. */
  state: 'asked' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  failureReason: string | null
  askedAt: number
  /** When the provider was asked: older answers change nothing. */
  asOf: number
  /** `outside`: made in the provider's dashboard; `transfer`: by the owner's bank. */
  via: Generated<'provider' | 'outside' | 'transfer'>
  /** The form's id (N2); null when it was made elsewhere. */
  requestId: string | null
  pendingReason: string | null
  /** In the owner's words, which the buyer reads. */
  reason: string | null
  /** For the owner alone. */
  note: string | null
  askedBy: string | null
  /** When it succeeded, failed or was canceled. */
  settledAt: number | null
  /** 1 when the buyer is to be told once the provider has taken it. */
  mailsBuyer: Generated<number>
  /** Yen of tax in it, at the time of asking; null when it was made elsewhere. */
  tax: number | null
  /** The failed refund that it replaces. */
  insteadOf: string | null
}

export interface RefundLineTable {
  refundId: string
  ordinal: number
  part: 'lines' | 'shipping' | 'other'
  position: number | null
  units: number
  amount: number
}

/** A bank's claim for a payment; belongs to the order of that payment. */
export interface DisputeTable {
  id: string
  paymentIntent: string
  amount: number
  /** The provider's words, of which new ones may come. */
  reason: string
  status: string
  /** The shop's deadline for an answer; null when it cannot answer. */
  dueBy: number | null
  openedAt: number
  asOf: number
  closedAt: number | null
  /** 1 while the provider holds the money back. */
  withdrawn: Generated<number>
}
