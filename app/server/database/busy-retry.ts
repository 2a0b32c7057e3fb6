import { setTimeout as delay } from 'node:timers/promises'
import { isSqliteBusy } from './database-errors.ts'

const pauseMs = 5

/**
 * The result of `attempt`, tried again while another process holds the database file, for at most `limitMs`. SQLite's own
 * busy handler would wait inside the call and stop every request of this process; this waits between calls.
 */
export const retryWhileBusy = async <T>(attempt: () => T | Promise<T>, limitMs: number): Promise<T> => {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
    }
    await delay(pauseMs)
  }
}
