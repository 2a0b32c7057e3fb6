import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import type { Job } from '../jobs.ts'

const minute = 60_000
const keptMs = 90 * 86_400_000
/** A few milliseconds of the database, after which others may use it. */
const portionRows = 25

type Mails = SelectQueryBuilder<Schema, 'mail', { id: string }>

/** Empties these columns of the mails that `found` gives, a portion at a time, until there are none or `signal` fires. */
const emptyInPortions = async (
  db: Kysely<Schema>,
  signal: AbortSignal,
  emptied: Partial<Schema['mail']>,
  found: (mails: Mails) => Mails,
): Promise<void> => {
  while (!signal.aborted) {
    const mails = found(db.selectFrom('mail').select('id')).limit(portionRows).$call(forUpdateSkipLocked(db))
    const { numUpdatedRows } = await db
      .updateTable('mail')
      .set(emptied)
      .where('id', 'in', mails)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows < portionRows) return
    await nextTurn()
  }
}

// Word for word as in migration 0044: only then does either engine see that an index is about these rows.
const isKept = sql<boolean>`subject <> ''`
const doneAt = sql<number>`coalesce(sent_at, case when state = 'dead' then next_attempt_at end)`
const opensSomething = sql<boolean>`holds_token = 1 and state = 'sent' and text <> ''`

/** Empties mails 90 days after they were sent or given up (P14). The rows stay: their key is what stops a second mail. */
export const forgetMailTexts = (db: Kysely<Schema>, now: number, signal: AbortSignal): Promise<void> => {
  const nothing = { recipient: '', subject: '', text: '', html: '', lastError: null }
  return emptyInPortions(db, signal, nothing, (mails) => mails.where(isKept).where(doneAt, '<', now - keptMs))
}

/** Empties what opens an order in mails that an earlier version has delivered; later ones lose it as they are sent (S23). */
const forgetDeliveredTokens = (db: Kysely<Schema>, signal: AbortSignal): Promise<void> =>
  emptyInPortions(db, signal, { text: '', html: '' }, (mails) => mails.where(opensSomething))

export const forgetOldMailsJob = ({ db, now, mail }: Pick<AppContext, 'db' | 'now' | 'mail'>): Job => ({
  name: 'forget old mails',
  everyMs: 6 * 60 * minute,
  firstAfterMs: 10 * minute,
  limitMs: 10 * minute,
  run: async (signal) => {
    await forgetMailTexts(db, now(), signal)
    if (mail.delivers) await forgetDeliveredTokens(db, signal)
  },
})
