import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { errorFields, type Log } from '../log.ts'
import { isContention } from './database-errors.ts'

/** With lock_timeout a transaction that waits for one lock stays within 7 s. */
const mostAttempts = 3
const pauseMs = 50

type Effect = () => void | Promise<void>

export type AppTransaction = Transaction<Schema> & {
  /**
   * Has `effect` done once, after the commit, in the order in which they were given; never when the attempt is rolled back. The
   * command does not wait for it and cannot fail by it, and a crash loses it: only for hints whose readers look by themselves, too.
   * What must not be lost is a row (docs/decisions/0076).
   */
  readonly onCommit: (effect: Effect) => void
}

/**
 * What `task` gives, all of it committed or nothing. After a deadlock, lock timeout or serialization failure of PostgreSQL it
 * is tried again, three times in all: what `task` does outside of `trx` has to bear that, or to be given to `trx.onCommit`.
 */
export const inTransaction = async <T>(
  { db, log }: { readonly db: Kysely<Schema>; readonly log: Log },
  task: (trx: AppTransaction) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    const effects: Effect[] = []
    const onCommit = (effect: Effect) => void effects.push(effect)
    try {
      const done = await db.transaction().execute((trx) => task(Object.assign(trx, { onCommit })))
      for (const effect of effects) void doEffect(effect, log)
      return done
    } catch (error) {
      if (!isContention(error) || attempt === mostAttempts) throw error
    }
    // Those that collided do not come back at the same moment.
    await pause(attempt * pauseMs * (0.5 + Math.random()))
  }
}

const doEffect = async (effect: Effect, log: Log): Promise<void> => {
  try {
    await effect()
  } catch (error) {
    log.error('what follows a commit could not be done', errorFields(error))
  }
}
