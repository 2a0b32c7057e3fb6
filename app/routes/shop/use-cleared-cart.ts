import { useEffect } from 'react'
import { useCart } from '~/features/cart/ui/use-cart.tsx'

const key = 'mcSquareClearedSessions'
const mostRemembered = 20

const clearedSessions = (): string[] => {
  try {
    return localStorage.getItem(key)?.split(' ') ?? []
  } catch {
    return []
  }
}

// The id comes from the address: encoded, it holds no space.
const nameOf = (sessionId: string) => encodeURIComponent(sessionId.toWellFormed())

const clearedBefore = (sessionId: string): boolean => {
  const cleared = clearedSessions()
  const name = nameOf(sessionId)
  if (cleared.includes(name)) return true
  try {
    localStorage.setItem(key, [...cleared, name].slice(-mostRemembered).join(' '))
  } catch {
    // Without storage a reload clears again, after copying again: nothing is lost.
  }
  return false
}

/** Was this session the last for which a cart was cleared here? Then the copy kept is the cart that went to be paid. */
export const isLastCleared = (sessionId: string): boolean => clearedSessions().at(-1) === nameOf(sessionId)

/**
 * Empties the cart on /success with a session, once per session and browser, after copying it (S:L58, S13). So a cart that
 * was put back, or filled anew, is left alone when the page is opened again. Without a session nothing happens.
 */
export const useClearedCart = (sessionId: string | null): void => {
  const { isLoaded, actions } = useCart()
  useEffect(() => {
    if (isLoaded && sessionId !== null && !clearedBefore(sessionId)) actions.clearForPayment()
  }, [isLoaded, sessionId, actions])
}
