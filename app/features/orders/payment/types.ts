import type { Dispute, Refund } from '~/features/orders/money.rules.ts'
import type { Payment } from '~/features/orders/types.ts'

export interface SessionReport extends Payment {
  readonly orderId: string | null
  /** Of the shop that made it; null in sessions of former releases (D69). */
  readonly shopId: string | null
  /** Origin of the shop to which it leads back. */
  readonly returnsTo: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly livemode: boolean
  readonly url: string | null
  /** Epoch ms. */
  readonly createdAt: number
}

/** Enough to make the order again (M12). */
export interface SessionOfOrder extends SessionReport {
  /** Null in old sessions. */
  readonly orderNumber: string | null
  readonly tokenHash: string | null
  readonly from: string | null
  readonly cancelUrl: string | null
  readonly submitText: string
  readonly shippingText: string
  /** Epoch ms. */
  readonly expiresAt: number
  readonly lines: readonly SessionLine[]
}

export interface SessionLine {
  /** Null for a line that is not of this shop. */
  readonly number: string | null
  readonly name: string
  readonly quantity: number
  /** Of all units. */
  readonly amount: number
}

export interface RefundReport extends Omit<Refund, 'askedAt'> {
  readonly id: string
  readonly paymentIntent: string
  readonly failureReason: string | null
  readonly pendingReason: string | null
  /** Of the row that asked for it; null for refunds made elsewhere. */
  readonly refundId: string | null
  /** Epoch ms. */
  readonly createdAt: number
}

/** In the payment's smallest unit and epoch ms. */
export interface KeptRefund extends Refund {
  readonly id: string
  readonly via: 'provider' | 'outside' | 'transfer'
  readonly tax: number | null
  readonly reason: string | null
  readonly note: string | null
  readonly insteadOf: string | null
  readonly failureReason: string | null
  readonly pendingReason: string | null
  readonly askedAt: number
  readonly settledAt: number | null
  readonly providerId: string | null
  /** Since when a failed one is not owed any more. */
  readonly droppedAt: number | null
  /** Why the owner gives it back to nobody (M50). */
  readonly forgoneBecause: string | null
}

export interface KeptPayment {
  readonly paymentIntent: string
  readonly sessionId: string
  readonly amount: number
  readonly currency: string
  readonly livemode: number
  readonly receivedAt: number
  readonly role: 'first' | 'second' | 'unmatched'
  readonly refunds: readonly KeptRefund[]
  readonly disputes: readonly Dispute[]
}

export interface DisputeReport extends Dispute {
  readonly id: string
  readonly paymentIntent: string
  readonly reason: string
  /** The provider withholds the money. */
  readonly withdrawn: boolean
  readonly livemode: boolean
  /** Epoch ms. */
  readonly createdAt: number
}

interface EventFacts {
  readonly id: string
  readonly type: string
}

export interface PaymentEvent extends EventFacts {
  readonly about: 'session'
  readonly sessionId: string
  /** A delayed payment failed. */
  readonly paymentFailed: boolean
}

export interface RefundEvent extends EventFacts {
  readonly about: 'refunds'
  readonly paymentIntent: string
}

export interface DisputeEvent extends EventFacts {
  readonly about: 'dispute'
  readonly disputeId: string
}

export interface OtherEvent extends EventFacts {
  readonly about: 'nothing-of-ours'
}

export type ProviderEvent = PaymentEvent | RefundEvent | DisputeEvent | OtherEvent

/** `closed`: the order can no longer be paid. */
export type PaymentPage =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'already-paid'; readonly sessionId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly why: string }
