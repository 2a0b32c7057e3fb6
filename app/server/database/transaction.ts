import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isContention } from './database-errors.ts'

/** With lock_timeout a transaction that waits for one lock stays within 7 s. */
const mostAttempts = 3
const pauseMs = 50

/**
 * What `work` gives, all of it committed or nothing. After a deadlock, lock timeout or serialization failure of PostgreSQL it
 * is tried again, three times in all: what `work` does outside of `trx` has to bear that.
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
