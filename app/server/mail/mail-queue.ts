import { setTimeout as pause } from 'node:timers/promises'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { MailTable, Schema } from '#db/schema.ts'
import type { AppContext } from '../app-context.ts'
import { forUpdateSkipLocked } from '../database/engine.ts'
import { type AppTransaction, inTransaction } from '../database/transaction.ts'
import { errorFields } from '../log.ts'

export type Mail = Selectable<MailTable>

const second = 1_000
/** Longer than sending and settling can take: a worker with an older claim is dead. */
const claimMs = 120 * second
const settlePauseMs = 500
const firstPauseMs = 30 * second
const longestPauseMs = 6 * 3_600 * second
/** About two days; then the mail is given up. */
export const mostAttempts = 16
const possibleAttempts = Array.from({ length: mostAttempts - 1 }, (_, at) => at + 1)
const longestHoldMs = 600 * second
/** Between the clocks of two processes; a later time was written before a clock was set back. */
const skewMs = 600 * second

const longestPauseAfter = (attempts: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1))

/** In ms, doubled after each failure up to six hours; `random` (0 to 1) spreads the upper half. */
export const pauseOfMail = (attempts: number, random: number): number =>
  Math.round(longestPauseAfter(attempts) * (0.5 + random / 2))

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** A clock that was set back delays no mail by more than ten minutes. */
const isDue = (eb: ExpressionBuilder<Schema, 'mail'>, now: number) =>
  eb.or([
    eb('nextAttemptAt', '<=', now),
    ...possibleAttempts.map((attempts) =>
      eb.and([
        eb('attempts', '=', attempts),
        eb('nextAttemptAt', '>', now + longestPauseAfter(attempts) + skewMs),
      ]),
    ),
    // A first attempt is due at once, unless the mail was held back.
    eb.and([
      eb('attempts', '=', 0),
      eb.or([
        eb('nextAttemptAt', '<=', eb.ref('createdAt')),
        eb('nextAttemptAt', '>', now + longestHoldMs + skewMs),
      ]),
    ]),
  ])

const isElsewhere = (domain: string) =>
  sql<boolean>`lower(recipient) not like ${`%@${domain.replaceAll(/[\\%_]/g, '\\$&')}`} escape '\\'`

/** Claims the oldest due mail for two minutes; never one of `but` domains or in `sending`, even if the clock jumps (D49). */
export const claimMail = async (
  ctx: AppContext,
  but: readonly string[],
  sending: readonly string[] = [],
): Promise<Mail | undefined> => {
  const now = ctx.now()
  return inTransaction(ctx, async (trx) => {
    let due = trx
      .selectFrom('mail')
      .selectAll()
      .where('state', '=', 'queued')
      .where((eb) => isDue(eb, now))
      .where((eb) => eb.or([eb('claimedUntil', '<=', now), eb('claimedUntil', '>', now + claimMs + skewMs)]))
    for (const domain of but) due = due.where(isElsewhere(domain))
    if (sending.length > 0) due = due.where('id', 'not in', sending)
    const mail = await due
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .$call(forUpdateSkipLocked(trx))
      .executeTakeFirst()
    if (mail === undefined) return undefined
    const claimed = { claimedUntil: now + claimMs, attempts: mail.attempts + 1 }
    await trx.updateTable('mail').set(claimed).where('id', '=', mail.id).execute()
    return { ...mail, ...claimed }
  })
}

/** Only the worker with the claim may store the outcome; without it the mail is sent once more. */
export const settleMail = async (
  ctx: AppContext,
  mail: Mail,
  outcome: Partial<Mail>,
  abort: AbortSignal,
): Promise<void> => {
  for (;;) {
    try {
      await ctx.db
        .updateTable('mail')
        .set({ ...outcome, claimedUntil: 0 })
        .where('id', '=', mail.id)
        .where('claimedUntil', '=', mail.claimedUntil)
        // Given up meanwhile, it keeps why.
        .$if(outcome.state !== 'sent', (query) => query.where('state', '=', 'queued'))
        .execute()
      return
    } catch (error) {
      if (abort.aborted || ctx.now() + settlePauseMs >= mail.claimedUntil) throw error
      ctx.log.warn('what became of a mail could not be noted yet', { mail: mail.id, ...errorFields(error) })
    }
    await pause(settlePauseMs, undefined, { signal: abort }).catch(() => undefined)
  }
}

const mostCounted = 10_000

export const mailCounts = async (db: AppContext['db']): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const state of ['queued', 'dead'] as const) {
    const found = db.selectFrom('mail').select('id').where('state', '=', state).limit(mostCounted).as('found')
    const row = await db
      .selectFrom(found)
      .select((eb) => eb.fn.countAll().as('all'))
      .executeTakeFirst()
    counts[state] = Number(row?.all ?? 0)
  }
  return counts
}

/** For a restored shop: waiting mails may have gone out since the backup, so they are given up (D26). Gives their number. */
export const holdWaitingMails = async (
  trx: Pick<AppTransaction, 'updateTable'>,
  why: string,
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('mail')
    .set({ state: 'dead', lastError: why })
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
