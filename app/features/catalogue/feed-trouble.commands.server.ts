import type { Selectable, Transaction } from 'kysely'
import type { FeedImportTable, Schema } from '#db/schema.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { CommandContext } from '~/server/context.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type FeedFailure, failureWord, isTooOldToSell, ownerHearsOfTrouble } from './feed.rules.ts'
import { feedBadMail, feedTooOldMail } from './feed-mails.rules.ts'
import { feedId, lockedImport } from './feed-record.server.ts'

/** What imports need beside the database: who hears of their troubles, and whether this is a demo. */
export interface FeedContext extends CommandContext {
  readonly ownerEmail: string
  readonly practice: boolean
}

/** Records that the feed could not be had; the copy stays. */
export const recordFeedFailure = (ctx: FeedContext, _actor: Actor, failure: FeedFailure): Promise<void> =>
  ctx.db
    .transaction()
    .execute(async (trx) => recordTrouble(trx, ctx, await lockedImport(trx), failureWord(failure)))

/**
 * Records a failed attempt, as a step of the caller's transaction. The owner hears of it once, after 6 hours, and once
 * more when the copy has become too old to sell from.
 */
export const recordTrouble = async (
  trx: Transaction<Schema>,
  ctx: FeedContext,
  before: Selectable<FeedImportTable>,
  word: string,
): Promise<void> => {
  const now = ctx.now()
  // A moment in the future was noted before the clock was set back.
  const since = (noted: number | null) => Math.min(noted ?? now, now)
  const badSince = since(before.bad_since)
  await trx
    .updateTable('feed_import')
    .set({
      last_attempt_at: now,
      last_error: word,
      failures: before.failures + 1,
      bad_since: badSince,
      short_since: word === 'far fewer products' ? since(before.short_since) : before.short_since,
      nothing_since: word === 'nothing published' ? since(before.nothing_since) : nothingSince(before, word),
    })
    .where('id', '=', feedId)
    .execute()
  // One name for all mails of one trouble, whatever the clock does meanwhile.
  const trouble = String(before.last_success_at ?? before.url_hash)
  const facts = { word, badSince, lastSuccessAt: before.last_success_at, ...ctx }
  const mails = [
    ...(ownerHearsOfTrouble(badSince, now) ? [feedBadMail(trouble, facts)] : []),
    ...(isTooOldToSell({ lastSuccessAt: before.last_success_at }, now)
      ? [feedTooOldMail(trouble, facts)]
      : []),
  ]
  for (const mail of mails)
    if (await enqueueMail(ctx, trx, mail))
      ctx.log.error('the owner is told of the product feed', { alarm: true, kind: mail.kind, why: word })
}

/** Another list says something else; who did not answer has not taken back what was said. */
const nothingSince = ({ nothing_since }: Selectable<FeedImportTable>, word: string): number | null =>
  word === 'unreachable' || word.startsWith('status ') ? nothing_since : null
