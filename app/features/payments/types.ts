import type { Payment } from '~/features/orders/types.ts'

/** A session of the provider. */
export interface SessionReport extends Payment {
  /** As the session's metadata says. */
  readonly orderId: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly livemode: boolean
  readonly url: string | null
  /** Epoch ms. */
  readonly createdAt: number
}

export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly sessionId: string
  /** A payment that was waited for has failed. */
  readonly paymentFailed: boolean
}

/** `closed`: this order can no longer be paid. */
export type PaymentPage =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'already-paid'; readonly sessionId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly why: string }
