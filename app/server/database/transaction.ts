import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { errorFields, type Log } from '../log.ts'
import { isContention } from './database-errors.ts'

/** With lock_timeout, three attempts at one lock take at most 7 s. */
const mostAttempts = 3
const pauseMs = 50

type Effect = () => void | Promise<void>

export type AppTransaction = Transaction<Schema> & {
  /** Runs `effect` after the commit, in order; never on rollback. A crash loses it: for hints only (docs/decisions/0076). */
  readonly onCommit: (effect: Effect) => void
  /** The row of the log that tells of what is done in it; undefined outside of an act of the desk. */
  readonly auditId?: string
}

/** Commits `task` or nothing. PostgreSQL's contention repeats it, three times in all: other effects belong in `onCommit`. */
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
    // Random, so that those that collided do not collide again.
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
