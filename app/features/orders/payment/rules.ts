import type { Order, ReviewReason, Transition } from '~/features/orders/types.ts'
import type { PaymentPage, SessionReport } from './types.ts'

export type OrderToPay = Pick<Order, 'id' | 'state' | 'currency' | 'sessionId'> & { readonly total: number }

type Nothing = { readonly kind: 'nothing'; readonly why: 'no news' | 'too late' }

const nothing = (why: Nothing['why']): Nothing => ({ kind: 'nothing', why })

export const isPaid = ({ status, paymentStatus }: Pick<SessionReport, 'status' | 'paymentStatus'>): boolean =>
  status === 'complete' && paymentStatus !== 'unpaid'

/**
 * Decides what a freshly fetched report does to its order (M4, M5, S8). States only move forward, and money counts even for an
 * expired order. `paymentFailed`: a delayed payment failed; `livemode`: the expected mode.
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

/** Whether a payment is the order's first (M10). */
export const roleOf = (transition: Transition | Nothing): 'first' | 'second' =>
  transition.kind === 'review' && transition.reason === 'paid-twice' ? 'second' : 'first'

export const closedPage = ({ sessionId, state }: Pick<Order, 'sessionId' | 'state'>): PaymentPage =>
  sessionId !== null && (state === 'paid' || state === 'awaiting_payment')
    ? { kind: 'already-paid', sessionId }
    : { kind: 'closed' }

const providerHost = 'checkout.stripe.com'

/** Allows the provider over https (S10), or the simulator on one of `ownOrigins`, like https://shop.example; no custom domains. */
export const isPaymentPage = (address: string, ownOrigins: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.hostname === providerHost && url.port === ''
}

/**
 * Whose a session is, where several shops share one account (D69). A session of a former release names no shop: it is known by the public
 * address to which it leads back, which two shops never share. `unclear` is left to the owner.
 */
export const belongingOf = (
  { shopId: maker, returnsTo }: Pick<SessionReport, 'shopId' | 'returnsTo'>,
  { shopId, siteOrigin }: { readonly shopId: string | undefined; readonly siteOrigin: string },
): 'own' | 'foreign' | 'unclear' => {
  const leadsHere = returnsTo === siteOrigin
  if (maker === null) return leadsHere ? 'own' : 'unclear'
  if (maker === shopId) return 'own'
  return leadsHere ? 'unclear' : 'foreign'
}
