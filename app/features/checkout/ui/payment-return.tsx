import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import type { CartStore } from '~/features/cart/ui/cart-state.ts'
import { useCart, useCartStore } from '~/features/cart/ui/use-cart.tsx'
import { isLastCleared, noteCleared } from './cleared-sessions.ts'
import { type LeftOrder, readLeftOrder } from './left-order.ts'
import { closeOpenPayment, openPayment } from './open-payment.ts'
import { takeLeftForPayment, wasLeftForPayment } from './payment-left.ts'

/** What there is to say of a payment that this browser left for; `path` is the order's page. */
export type PaymentNews =
  | { readonly kind: 'cancelled' | 'unsure' }
  | { readonly kind: 'paid' | 'waiting'; readonly path: string }

interface PaymentReturn {
  readonly news: PaymentNews | null
  dismiss(): void
  /** Asks the shop how an open payment has ended, and says whether that has just emptied the cart of what was paid. */
  look(): Promise<boolean>
}

const PaymentReturnContext = createContext<PaymentReturn | null>(null)

/** How a payment ended that this browser left for. Throws outside a PaymentReturnProvider. */
export const usePaymentReturn = (): PaymentReturn => {
  const found = useContext(PaymentReturnContext)
  if (found === null) throw new Error('the return from payment is used outside its provider')
  return found
}

/** Does this page say itself how the payment ended? /success does where it is told of one. */
export const isToldByPage = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean =>
  pathname === '/success' && new URLSearchParams(search).has('session_id')

/**
 * Looks after a payment whose end this browser has not been told, on every page that does not say it itself:
 * when a page opens, is shown again or follows another. Paid, because /success was closed or left before its script had
 * done its work, takes what was paid out of the cart, once: nobody shall pay for it again (S13). Nothing paid, and this tab
 * comes from the payment page, is said once (S6).
 */
export function PaymentReturnProvider({ children }: { readonly children: ReactNode }) {
  const isOff = isToldByPage(useLocation())
  const actions = useCartStore()
  const [news, setNews] = useState<PaymentNews | null>(null)
  const look = useCallback(async () => {
    const token = openPayment()
    if (token === null) return false
    const order = await readLeftOrder(token)
    const isNew = settle(token, order, actions)
    setNews((former) => newsAfter(former, order, isNew))
    return isNew && (order.payment === 'paid' || order.payment === 'waiting')
  }, [actions])
  useLooks(look, isOff)
  const value = useMemo(() => ({ news, dismiss: () => setNews(null), look }), [news, look])
  return <PaymentReturnContext value={value}>{children}</PaymentReturnContext>
}

const useLooks = (look: () => Promise<unknown>, isOff: boolean) => {
  const { isLoaded } = useCart()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another occasion
  useEffect(() => {
    if (!isLoaded || isOff) return
    const lookAgain = () => {
      if (document.visibilityState === 'visible') void look()
    }
    const lookWhenBack = ({ persisted }: PageTransitionEvent) => persisted && lookAgain()
    lookAgain()
    window.addEventListener('pageshow', lookWhenBack)
    window.addEventListener('online', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      window.removeEventListener('pageshow', lookWhenBack)
      window.removeEventListener('online', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [look, isLoaded, isOff, pathname])
}

/** Brings the cart and the browser's notes in line with what the shop says of the order; is there something to say? */
const settle = (token: string, { payment, sessionId, lines }: LeftOrder, actions: CartStore): boolean => {
  if (payment === 'unsure') return wasLeftForPayment()
  const comesBack = takeLeftForPayment()
  if (payment !== 'open' && payment !== 'waiting') closeOpenPayment(token)
  if (payment === 'open') return comesBack
  if (payment === 'over') {
    if (isLastCleared(sessionId)) actions.restoreBeforePayment()
    return comesBack
  }
  const isFirst = noteCleared(sessionId)
  if (isFirst) actions.clearForPayment()
  if (payment === 'paid' && isLastCleared(sessionId)) actions.settlePayment(lines)
  return isFirst
}

const newsAfter = (
  former: PaymentNews | null,
  { payment, path }: LeftOrder,
  isNew: boolean,
): PaymentNews | null => {
  if (payment === 'paid' || payment === 'waiting')
    return isNew || (former !== null && 'path' in former) ? { kind: payment, path } : null
  return isNew ? { kind: payment === 'unsure' ? 'unsure' : 'cancelled' } : former
}
