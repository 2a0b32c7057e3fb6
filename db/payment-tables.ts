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
}
