import type { Payment } from '~/features/orders/types.ts'

/** What the payment provider says of a session, in our words. */
export interface SessionReport extends Payment {
  /** The order that the session was made for, as its metadata says. */
  readonly orderId: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly livemode: boolean
  readonly url: string | null
  /** Epoch ms. */
  readonly createdAt: number
}

/** A signed event of the provider, as far as the order cares. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly sessionId: string
  /** The provider says that a payment that was waited for has failed. */
  readonly paymentFailed: boolean
}

/** What came of asking for the page on which an order is paid. `closed`: this order can no longer be paid. */
export type PaymentPage =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'already-paid'; readonly sessionId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly why: string }
