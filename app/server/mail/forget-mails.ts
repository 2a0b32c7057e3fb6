import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import type { Job } from '../jobs.ts'

const minute = 60_000
export const keptMs = 90 * 86_400_000
/** Takes a few ms, so that other queries come between two portions. */
const portionRows = 25

type Mails = SelectQueryBuilder<Schema, 'mail', { id: string }>

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

// Exactly the text of migration 0044: otherwise neither engine uses its partial indexes.
const isKept = sql<boolean>`subject <> ''`
const doneAt = sql<number>`coalesce(sent_at, case when state = 'dead' then next_attempt_at end)`
const opensSomething = sql<boolean>`holds_token = 1 and state = 'sent' and text <> ''`

/** 90 days after a mail was sent or given up (P14). Its row stays, since its key prevents a second mail. */
export const forgetMailTexts = (db: Kysely<Schema>, now: number, signal: AbortSignal): Promise<void> => {
  const nothing = { recipient: '', subject: '', text: '', html: '', lastError: null }
  return emptyInPortions(db, signal, nothing, (mails) => mails.where(isKept).where(doneAt, '<', now - keptMs))
}

/** For mails of earlier versions; later ones lose an order's token when they are sent (S23). */
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
