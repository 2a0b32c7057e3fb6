import { keptText } from '~/ui/kept-text.ts'

/** The order that this browser left to pay, and how it ended is not known yet. */
const kept = keptText('localStorage', 'mcSquareOpenPayment')

/**
 * Keeps the token of the order that this browser leaves to pay. It stays until the shop knows how the payment ended: who
 * pays and never sees /success must not find what she paid for in the cart again.
 */
export const noteOpenPayment = (orderToken: string): void => kept.keep(orderToken)

/** The token of the order whose payment is open, or null. */
export const openPayment = (): string | null => kept.read()

/** Forgets that payment, unless another has been opened meanwhile. */
export const closeOpenPayment = (orderToken: string): void => {
  if (kept.read() === orderToken) kept.forget()
}
