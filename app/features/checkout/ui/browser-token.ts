import { keptText } from '~/ui/kept-text.ts'

const token = keptText('localStorage', 'mcSquareCheckoutToken')
const lastOrder = keptText('localStorage', 'mcSquareLastOrderToken')

/**
 * A random word that stands for this browser, so that a second press finds the payment page of the first (S9). Without
 * storage it is another each time: a second press may make a second order, and the server expires the former one.
 */
export const browserToken = (): string => {
  const kept = token.read()
  if (kept !== null && /^[\w-]{16,64}$/.test(kept)) return kept
  const fresh = crypto.randomUUID()
  token.keep(fresh)
  return fresh
}

/** Keeps the token that opens this browser's last order (S14). */
export const rememberOrderToken = (orderToken: string): void => lastOrder.keep(orderToken)

/** The token of this browser's last order, or null. */
export const lastOrderToken = (): string | null => lastOrder.read()
