import { useEffect } from 'react'
import { useCart } from '~/features/cart/ui/use-cart.tsx'
import { noteCleared } from './cleared-sessions.ts'

/**
 * Empties the cart on /success with a session, once per session and browser, after copying it (S:L58, S13). Without a
 * session nothing happens.
 */
export const useClearedCart = (sessionId: string | null): void => {
  const { isLoaded, actions } = useCart()
  useEffect(() => {
    if (isLoaded && sessionId !== null && noteCleared(sessionId)) actions.clearForPayment()
  }, [isLoaded, sessionId, actions])
}
