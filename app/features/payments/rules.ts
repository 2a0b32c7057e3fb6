import type { Order, ReviewReason, Transition } from '~/features/orders/types.ts'
import type { PaymentPage, RefundReport, SessionReport } from './types.ts'

export type OrderToPay = Pick<Order, 'id' | 'state' | 'currency' | 'sessionId'> & { readonly total: number }

type Nothing = { readonly kind: 'nothing'; readonly why: 'no news' | 'too late' }

const nothing = (why: Nothing['why']): Nothing => ({ kind: 'nothing', why })

export const isPaid = ({ status, paymentStatus }: Pick<SessionReport, 'status' | 'paymentStatus'>): boolean =>
  status === 'complete' && paymentStatus !== 'unpaid'

/**
 * Decides what a report, fetched anew, does to its order (M4, M5, S8). States only move forward, and money that arrived
 * counts even for an order that has expired. `paymentFailed`: the provider says so of a payment that was waited for;
 * `livemode`: the expected mode.
 */
export const transitionOf = (
  order: OrderToPay,
  report: SessionReport,
  { paymentFailed, livemode }: { readonly paymentFailed: boolean; readonly livemode: boolean },
): Transition | Nothing => {
  if (isPaid(report)) return paidTransition(order, report, livemode)
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

const paidTransition = (
  order: OrderToPay,
  report: SessionReport,
  livemode: boolean,
): Transition | Nothing => {
  if (order.state === 'paid' || order.state === 'needs_review')
    return report.sessionId === order.sessionId
      ? nothing('too late')
      : { kind: 'review', reason: 'paid-twice' }
  const reason = mismatchOf(order, report, livemode)
  return reason === undefined ? { kind: 'move', to: 'paid' } : { kind: 'review', reason }
}

const mismatchOf = (
  order: OrderToPay,
  report: SessionReport,
  livemode: boolean,
): ReviewReason | undefined => {
  if (report.orderId !== order.id) return 'other-order'
  if (report.livemode !== livemode) return 'livemode'
  if (report.currency !== order.currency) return 'currency'
  return report.amountTotal === order.total ? undefined : 'amount'
}

/** Whether its money is on its way back, or has arrived there. */
export const isTaken = ({ state }: Pick<RefundReport, 'state'>): boolean =>
  state === 'pending' || state === 'requires_action' || state === 'succeeded'

export const hasFailed = ({ state }: Pick<RefundReport, 'state'>): boolean =>
  state === 'failed' || state === 'canceled'

/** Whether money that came was the order's first (M10). */
export const roleOf = (transition: Transition | Nothing): 'first' | 'second' =>
  transition.kind === 'review' && transition.reason === 'paid-twice' ? 'second' : 'first'

/** The page of an order that is not pending any more. */
export const closedPage = ({ sessionId, state }: Pick<Order, 'sessionId' | 'state'>): PaymentPage =>
  sessionId !== null && (state === 'paid' || state === 'awaiting_payment')
    ? { kind: 'already-paid', sessionId }
    : { kind: 'closed' }

const providerHost = 'checkout.stripe.com'

/**
 * Whether a shopper may be sent to `address` to pay (S10): the provider's over https, or one on an origin of the shop
 * (`ownOrigins`, like https://shop.example) for the payment simulator. A custom domain at the provider is not known to it.
 */
export const isPaymentPage = (address: string, ownOrigins: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.hostname === providerHost && url.port === ''
}
