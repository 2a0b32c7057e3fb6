import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isContention } from './database-errors.ts'

/** With lock_timeout these stay within 7 s for a transaction that waits for one lock; a press on checkout makes several. */
const mostAttempts = 3
const pauseMs = 50

/**
 * What `work` gives, all of it committed or nothing. PostgreSQL ends a transaction that stands in another's way (deadlock,
 * lock timeout, serialization failure); nothing was then done, so the whole is tried again, at most three times: `work` may
 * run more than once, and what it does outside of `trx` has to bear that. On SQLite writers take turns and never get there.
 */
export const inTransaction = async <T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isContention(error) || attempt === mostAttempts) throw error
    }
    // Those that collided do not come back at the same moment.
    await pause(attempt * pauseMs * (0.5 + Math.random()))
  }
}
