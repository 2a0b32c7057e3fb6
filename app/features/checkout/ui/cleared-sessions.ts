import { keptText } from '~/ui/kept-text.ts'

const kept = keptText('localStorage', 'mcSquareClearedSessions')
const mostRemembered = 20

const clearedSessions = (): string[] => kept.read()?.split(' ') ?? []

// The id may come from an address: encoded, it holds no space.
const nameOf = (sessionId: string) => encodeURIComponent(sessionId.toWellFormed())

/**
 * Notes that the cart of this payment session is being cleared, and says whether that is the first time in this browser:
 * a cart that was put back, or filled anew, is not cleared again (S13). Without storage every time is the first. Whoever
 * clears copies the cart before, so nothing is lost.
 */
export const noteCleared = (sessionId: string): boolean => {
  const cleared = clearedSessions()
  const name = nameOf(sessionId)
  if (cleared.includes(name)) return false
  kept.keep([...cleared, name].slice(-mostRemembered).join(' '))
  return true
}

/** Was this session the last for which a cart was cleared here? Then the copy kept is the cart that went to be paid. */
export const isLastCleared = (sessionId: string): boolean => clearedSessions().at(-1) === nameOf(sessionId)
