/** By then every tab sees what another has written. */
const settleMs = 100
/** A lock that took this long was held by another tab. */
const waitedMs = 10

/** All that a tab has seen and written by then is seen by the others. */
export const untilSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** http pages and older phones have no `locks`: there nothing is locked. `now` gives epoch ms. */
export interface TabLockParts {
  readonly name: string
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly now: () => number
  /** So many ms the lock is waited for: a phone may have put the tab that holds it to sleep. Without end if left out. */
  readonly patienceMs?: number
}

/**
 * Runs `act` in one tab at a time; rejects when patience ends before. A lock that was waited for comes before what its last
 * holder wrote is seen.
 */
export type TabLock = <T>(act: () => T | Promise<T>) => Promise<T>

export const createTabLock =
  ({ name, locks, now, patienceMs }: TabLockParts): TabLock =>
  async (act) => {
    if (locks === undefined) return act()
    const askedAt = now()
    const waiting = new AbortController()
    if (patienceMs !== undefined) setTimeout(() => waiting.abort(), patienceMs)
    return locks.request(name, { signal: waiting.signal }, async () => {
      if (now() - askedAt >= waitedMs) await untilSettled()
      return act()
    })
  }

/** Of this browser, undefined where it has none. */
export const locksOfThisBrowser = (): LockManager | undefined =>
  typeof navigator === 'undefined' ? undefined : navigator.locks
