import type { Yen } from '~/kernel/money.ts'

/**
 * Where an order stands (payments A5): written before the payment page is asked for (`pending`); the payment page is done
 * but the money is not there (`awaiting_payment`); `paid`; money came that does not fit (`needs_review`: never shipped,
 * never dropped); the payment failed; or nobody paid in time (`expired`). Shipping is a date beside the state.
 */
export type OrderState = 'pending' | 'awaiting_payment' | 'paid' | 'needs_review' | 'failed' | 'expired'

/** What the payment provider says of a session, in our words. Amounts as the provider gives them, unchecked. */
export interface SessionReport {
  readonly sessionId: string
  /** The order that the session was made for, as its metadata says. */
  readonly orderId: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly amountTotal: number | null
  readonly currency: string | null
  readonly livemode: boolean
  readonly paymentIntent: string | null
  readonly url: string | null
  /** Epoch ms. */
  readonly createdAt: number
  readonly customer: Customer
}

/** Who pays and where it goes, as typed on the payment page. */
export interface Customer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly address: DeliveryAddress | null
}

/** A delivery address in Japan. */
export interface DeliveryAddress {
  readonly recipient: string
  readonly postalCode: string
  readonly prefecture: string
  readonly city: string
  readonly line1: string
  readonly line2: string
}

/** Why an order needs a look; the owner reads it in Japanese (owner mails, `npm run orders`). */
export type ReviewReason = 'amount' | 'currency' | 'livemode' | 'other-order' | 'paid-twice' | 'not-listed'

/** What of an order decides about a report. */
export interface OrderToJudge {
  readonly id: string
  readonly state: OrderState
  readonly total: number
  readonly currency: string
  readonly sessionId: string | null
  readonly paymentIntent: string | null
}

/** What a report means for an order. */
export type Verdict =
  | { readonly kind: 'move'; readonly to: Exclude<OrderState, 'pending' | 'needs_review'> }
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  | { readonly kind: 'nothing'; readonly why: 'no news' | 'too late' }

const nothing = (why: 'no news' | 'too late'): Verdict => ({ kind: 'nothing', why })

/** Has the money arrived, or was none needed? */
export const isPaid = ({ status, paymentStatus }: Pick<SessionReport, 'status' | 'paymentStatus'>): boolean =>
  status === 'complete' && paymentStatus !== 'unpaid'

/**
 * Decides what a report, fetched anew, does to its order (payments A5.4, A5.5, S8). States only move forward, and money
 * that arrived counts even for an order that was given up: it is paid when everything fits and reviewed when not.
 * `paymentFailed` tells that the provider has said so of a payment that was waited for; `livemode` what is expected.
 */
export const judge = (
  order: OrderToJudge,
  report: SessionReport,
  { paymentFailed, livemode }: { readonly paymentFailed: boolean; readonly livemode: boolean },
): Verdict => {
  if (isPaid(report)) return judgePaid(order, report, livemode)
  if (report.sessionId !== (order.sessionId ?? report.sessionId)) return nothing('no news')
  if (report.status === 'open') return nothing('no news')
  if (report.status === 'expired')
    return order.state === 'pending' ? { kind: 'move', to: 'expired' } : nothing('too late')
  if (paymentFailed)
    return order.state === 'pending' || order.state === 'awaiting_payment'
      ? { kind: 'move', to: 'failed' }
      : nothing('too late')
  return order.state === 'pending' ? { kind: 'move', to: 'awaiting_payment' } : nothing('too late')
}

const judgePaid = (order: OrderToJudge, report: SessionReport, livemode: boolean): Verdict => {
  if (order.state === 'paid' || order.state === 'needs_review')
    return report.sessionId === order.sessionId
      ? nothing('too late')
      : { kind: 'review', reason: 'paid-twice' }
  const reason = misfit(order, report, livemode)
  return reason === undefined ? { kind: 'move', to: 'paid' } : { kind: 'review', reason }
}

const misfit = (order: OrderToJudge, report: SessionReport, livemode: boolean): ReviewReason | undefined => {
  if (report.orderId !== order.id) return 'other-order'
  if (report.livemode !== livemode) return 'livemode'
  if (report.currency !== order.currency) return 'currency'
  return report.amountTotal === order.total ? undefined : 'amount'
}

/** What an order page and /success may say of an order (S13, S14). */
export type PaymentStatus = 'paid' | 'waiting' | 'unpaid' | 'unknown'

/** What is told of an order in this state; `waiting` is 確認中, whatever has to be confirmed. */
export const paymentStatusOf = (state: OrderState): Exclude<PaymentStatus, 'unknown'> => {
  if (state === 'paid') return 'paid'
  return state === 'awaiting_payment' || state === 'needs_review' ? 'waiting' : 'unpaid'
}

/** Why an order cannot be marked as shipped. */
export type ShippingRefusal = 'not-found' | 'unpaid' | 'needs-review'

/** May it be shipped? Only what was paid in full (A5.5). */
export const shippingRefusal = (state: OrderState): ShippingRefusal | undefined => {
  if (state === 'paid') return undefined
  return state === 'needs_review' ? 'needs-review' : 'unpaid'
}

/** The path of an order's page; the token in it is the key (S23). */
export const orderPath = (accessToken: string): string => `/order/${accessToken}`

/** The tax inside, the sums and the lines of an order, as its mails and its page show them. */
export interface OrderAmounts {
  readonly subtotal: Yen
  readonly shipping: Yen
  readonly total: Yen
  readonly taxIncluded: Yen
}
