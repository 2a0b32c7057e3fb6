const key = 'mcSquareClearedSessions'
const mostRemembered = 20

const clearedSessions = (): string[] => {
  try {
    return localStorage.getItem(key)?.split(' ') ?? []
  } catch {
    return []
  }
}

// The id may come from an address: encoded, it holds no space.
const nameOf = (sessionId: string) => encodeURIComponent(sessionId.toWellFormed())

/**
 * Notes that the cart of this payment session is being cleared, and says whether that is the first time in this browser:
 * a cart that was put back, or filled anew, is not cleared again (S13).
 */
export const noteCleared = (sessionId: string): boolean => {
  const cleared = clearedSessions()
  const name = nameOf(sessionId)
  if (cleared.includes(name)) return false
  try {
    localStorage.setItem(key, [...cleared, name].slice(-mostRemembered).join(' '))
  } catch {
    // Without storage a reload clears again, after copying again: nothing is lost.
  }
  return true
}

/** Was this session the last for which a cart was cleared here? Then the copy kept is the cart that went to be paid. */
export const isLastCleared = (sessionId: string): boolean => clearedSessions().at(-1) === nameOf(sessionId)
