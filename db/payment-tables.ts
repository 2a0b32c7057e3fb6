import type { Generated } from 'kysely'

/** Money that came: each payment of the provider once, whether there is an order for it or not. */
export interface PaymentTable {
  paymentIntent: string
  /** Null while no order is known. */
  orderId: string | null
  sessionId: string
  /** In `currency`; whole yen where that is 'jpy'. */
  amount: number
  currency: string
  /** 1 where money is real. */
  livemode: number
  /** When the shop first knew of it. */
  receivedAt: number
  /** `second`: its order had been paid before. */
  role: 'first' | 'second' | 'unmatched'
  /** What the provider kept of it, and what is paid out, in yen; null until it said so. */
  fee: number | null
  net: number | null
}

/** Money given back. Its order is that of its payment. */
export interface RefundTable {
  id: string
  providerId: string | null
  paymentIntent: string
  /** Yen, above 0. */
  amount: number
  /** `asked`: the provider has not answered yet. */
  state: 'asked' | 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  /** In the provider's word; null unless it failed. */
  failureReason: string | null
  askedAt: number
  /** When the provider was asked how it stands: an older answer changes nothing. */
  asOf: number
  /** `outside`: made in the provider's dashboard; `transfer`: by the owner's bank. */
  via: Generated<'provider' | 'outside' | 'transfer'>
  /** Of the form that asked for it (N2); null for one that was made elsewhere. */
  requestId: string | null
  /** In the provider's word. */
  pendingReason: string | null
  /** Why, in the owner's words; her buyer reads it. */
  reason: string | null
  /** Hers alone. */
  note: string | null
  askedBy: string | null
  /** When it succeeded, failed or was canceled. */
  settledAt: number | null
  /** 1 where her buyer is to be told when the provider has taken it. */
  mailsBuyer: Generated<number>
  /** The tax inside it, in yen, as of the moment when it was asked for; null for one that was made elsewhere. */
  tax: number | null
  /** The failed refund in whose place it was made. */
  insteadOf: string | null
}

/** What a refund is for. */
export interface RefundLineTable {
  refundId: string
  ordinal: number
  part: 'lines' | 'shipping' | 'other'
  /** Of the order line; null for other parts. */
  position: number | null
  units: number
  /** Yen. */
  amount: number
}

/** A buyer's bank wants a payment back. Its order is that of its payment. */
export interface DisputeTable {
  /** The provider's. */
  id: string
  paymentIntent: string
  /** Yen. */
  amount: number
  /** In the provider's words, which may grow. */
  reason: string
  status: string
  /** Until when the shop may answer; null where it cannot. */
  dueBy: number | null
  openedAt: number
  /** As of a refund. */
  asOf: number
  closedAt: number | null
  /** 1 while the provider holds the money back. */
  withdrawn: Generated<number>
}
