import { useCallback, useEffect, useState } from 'react'
import type { PaidLine } from '~/features/cart/cart-after-payment.rules.ts'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { noteCleared } from '~/features/checkout/ui/cleared-sessions.ts'
import { closeOpenPayment, openPayment } from '~/features/checkout/ui/open-payment.ts'
import { takeLeftForPayment } from '~/features/checkout/ui/payment-left.ts'
import { fieldsOf } from '~/kernel/json.ts'

/** How a payment that this browser left for has ended; `path` is the order's page. */
export type PaymentReturn =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'paid' | 'waiting'; readonly path: string }

/** An order that was left to be paid. `open`: nobody has paid yet; `over`: nobody will. */
interface LeftOrder {
  readonly payment: 'paid' | 'waiting' | 'open' | 'over' | 'not known'
  readonly sessionId: string
  readonly path: string
  readonly lines: readonly PaidLine[]
}

const noOrder: LeftOrder = { payment: 'over', sessionId: '', path: '', lines: [] }

/**
 * Looks, on every page of the shop but /success, after a payment whose end this browser has not been told: nothing paid,
 * and this tab comes from the payment page, is said once (S6); paid, because /success was closed or left before its script
 * ran, takes what was paid out of the cart, once, and says so: nobody shall pay for it again.
 */
export const usePaymentReturn = () => {
  const { isLoaded, actions } = useCart()
  const [news, setNews] = useState<PaymentReturn | null>(null)
  const look = useCallback(async () => {
    const token = openPayment()
    const order = token === null ? null : await readOpenOrder(token)
    if (token === null || order === null || order.payment === 'not known') return
    if (order.payment !== 'open') closeOpenPayment(token)
    const comesBack = takeLeftForPayment()
    if (order.payment === 'paid' || order.payment === 'waiting') {
      if (!noteCleared(order.sessionId)) return
      actions.takeOutPaid(order.lines)
      setNews({ kind: order.payment, path: order.path })
    } else if (comesBack) setNews({ kind: 'cancelled' })
  }, [actions])
  useEffect(() => {
    if (!isLoaded) return
    void look()
    const lookAgain = (event: PageTransitionEvent) => event.persisted && void look()
    window.addEventListener('pageshow', lookAgain)
    return () => window.removeEventListener('pageshow', lookAgain)
  }, [isLoaded, look])
  const dismiss = useCallback(() => setNews(null), [])
  return { news, dismiss }
}

/** The order behind a token; null where the shop could not be asked. */
const readOpenOrder = async (token: string): Promise<LeftOrder | null> => {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(token)}`)
    if (response.status === 404) return noOrder
    return response.ok ? leftOrderOf(await response.json()) : null
  } catch {
    return null
  }
}

const paymentOf = (status: unknown, state: unknown): LeftOrder['payment'] => {
  if (status === 'paid') return 'paid'
  // While our order is pending, `waiting` may mean that the provider could not be asked.
  if (status === 'waiting') return state === 'pending' ? 'not known' : 'waiting'
  return state === 'pending' ? 'open' : 'over'
}

const leftOrderOf = (answer: unknown): LeftOrder | null => {
  const { status, sessionId, path, order } = fieldsOf(answer)
  const { lines, state } = fieldsOf(order)
  if (typeof path !== 'string' || !Array.isArray(lines)) return null
  return {
    payment: paymentOf(status, state),
    sessionId: typeof sessionId === 'string' ? sessionId : '',
    path,
    lines: lines
      .map(fieldsOf)
      .flatMap(({ number, quantity }) =>
        typeof number === 'string' && typeof quantity === 'number' ? [{ number, quantity }] : [],
      ),
  }
}
