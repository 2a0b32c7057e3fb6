import type { Order } from '~/features/orders/types.ts'

const providerHost = 'checkout.stripe.com'

/**
 * Whether `address` is a payment page that a shopper may be led to (S10): the provider's over https, or one on an origin of
 * the shop (`ownOrigins`, like https://shop.example), where the payment simulator stands. Asked by the shop before it hands
 * an address on, and by the browser before it goes there. A domain of the shop's own at the provider is not known to it.
 */
export const isPaymentPage = (address: string, ownOrigins: readonly string[]): boolean => {
  const url = URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownOrigins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.hostname === providerHost && url.port === ''
}

/** What came of asking for the page on which an order is paid. `closed`: this order can no longer be paid. */
export type PaymentPage =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'already-paid'; readonly sessionId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly why: string }

/** What is left of the page of an order that is not pending any more. */
export const closedPage = (order: Order): PaymentPage =>
  order.sessionId !== null && (order.state === 'paid' || order.state === 'awaiting_payment')
    ? { kind: 'already-paid', sessionId: order.sessionId }
    : { kind: 'closed' }
