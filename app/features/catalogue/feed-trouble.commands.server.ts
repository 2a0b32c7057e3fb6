import type { Selectable, Transaction } from 'kysely'
import type { FeedImportTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type FeedFailure, failureWord, isTooOldToSell, ownerHearsOfTrouble } from './feed.rules.ts'
import { feedBadMail, feedTooOldMail } from './feed-mails.rules.ts'
import { feedId, lockedImport } from './feed-record.server.ts'
import { configuredFeed } from './queries.server.ts'

/** Records that the feed could not be had; the copy stays. */
export const recordFeedFailure = (ctx: AppContext, _actor: Actor, failure: FeedFailure): Promise<void> =>
  inTransaction(ctx.db, async (trx) =>
    recordTrouble(trx, ctx.now(), await lockedImport(trx), failureWord(failure)),
  )

/** Records a failed attempt at `now` (epoch ms), as a step of the caller's transaction. */
export const recordTrouble = async (
  trx: Transaction<Schema>,
  now: number,
  before: Selectable<FeedImportTable>,
  word: string,
): Promise<void> => {
  // A moment in the future was noted before the clock was set back.
  const since = (noted: number | null) => Math.min(noted ?? now, now)
  await trx
    .updateTable('feedImport')
    .set({
      lastAttemptAt: now,
      lastError: word,
      failures: before.failures + 1,
      badSince: since(before.badSince),
      shortSince: word === 'far fewer products' ? since(before.shortSince) : before.shortSince,
      nothingSince: word === 'nothing published' ? since(before.nothingSince) : nothingSince(before, word),
    })
    .where('id', '=', feedId)
    .execute()
}

/** Another list says something else; who did not answer has not taken back what was said. */
const nothingSince = ({ nothingSince }: Selectable<FeedImportTable>, word: string): number | null =>
  word === 'unreachable' || word === 'not finished' || word.startsWith('status ') ? nothingSince : null

/**
 * Tells the owner once that the feed has been bad for 6 hours, and once more that the copy has become too old to sell from.
 * It looks at what is recorded and waits for no import: one that hangs, or stores nothing, is a trouble too.
 */
export const tellOwnerOfFeed = (ctx: AppContext, _actor: Actor): Promise<void> =>
  inTransaction(ctx.db, async (trx) => {
    const feed = await configuredFeed(trx)
    const badSince = feed?.badSince ?? feed?.lastSuccessAt ?? null
    if (feed === null || badSince === null) return
    const { lastSuccessAt, urlHash, lastError } = feed
    const word = lastError ?? 'not finished'
    // One name for all mails of one trouble, whatever the clock does meanwhile.
    const trouble = String(lastSuccessAt ?? urlHash)
    const facts = { word, badSince, lastSuccessAt, ownerEmail: ctx.ownerEmail, demo: ctx.demo }
    const mails = [
      ...(ownerHearsOfTrouble(badSince, ctx.now()) ? [feedBadMail(trouble, facts)] : []),
      ...(isTooOldToSell({ lastSuccessAt }, ctx.now()) ? [feedTooOldMail(trouble, facts)] : []),
    ]
    for (const mail of mails)
      if (await enqueueMail(ctx, trx, mail))
        ctx.log.error('the owner is told of the product feed', { alarm: true, kind: mail.kind, why: word })
  })
