/** After this every tab sees what another has written. */
const settleMs = 100
/** A lock that took this long was held by another tab. */
const waitedMs = 10

export const untilSettled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, settleMs))

/** Without `locks` (http pages, older phones) nothing is locked. `now` gives epoch ms. */
export interface TabLockParts {
  readonly name: string
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly now: () => number
  /** Longest wait in ms, since a phone may suspend the tab with the lock; without it there is no limit. */
  readonly patienceMs?: number
}

/** Runs `act` in one tab at a time; rejects after `patienceMs`. Waits until the last holder's writes are visible. */
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

export const locksOfThisBrowser = (): LockManager | undefined =>
  typeof navigator === 'undefined' ? undefined : navigator.locks
