import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { FeedImportTable, Schema } from '#db/schema.ts'
import type { Actor, Requester } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/row-lock.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type FeedFailure, failureWord } from './feed.rules.ts'

/** The key of the one row of `feed_import`. */
export const feedId = 'feed'

/** Another way of reading rows must not meet an unchanged feed: count this up then. */
const readerVersion = 3

/** Tells one feed's address from another without keeping it. */
export const feedHash = (url: string): string =>
  createHash('sha256').update(`${readerVersion} ${url}`).digest('hex')

/** The fields of a successful attempt at `now` (epoch ms). */
export const successAt = (now: number) => ({
  lastAttemptAt: now,
  lastSuccessAt: now,
  lastError: null,
  failures: 0,
  shortSince: null,
  nothingSince: null,
  badSince: null,
})

/** What is known of the feed; nobody else writes it until this transaction ends. */
export const lockedImport = (trx: Transaction<Schema>): Promise<Selectable<FeedImportTable>> =>
  trx
    .selectFrom('feedImport')
    .selectAll()
    .where('id', '=', feedId)
    .$call(forUpdate(trx))
    .executeTakeFirstOrThrow()

/**
 * Records at the start which feed the shop shows, or none (`url` undefined): from now on the fabrics shown and sold are the
 * feed's, or again the shop's own. The last copy stays until a new one is in, another feed's as well; a new feed may
 * be much shorter than the last.
 */
export const chooseFeed = async (ctx: AppContext, _actor: Actor, url: string | undefined): Promise<void> => {
  if (url === undefined) {
    await ctx.db.updateTable('feedImport').set({ active: 0 }).where('id', '=', feedId).execute()
    return
  }
  const urlHash = feedHash(url)
  const anew = {
    urlHash: urlHash,
    active: 1,
    etag: null,
    lastModified: null,
    lastError: null,
    failures: 0,
    nothingSince: null,
    badSince: null,
  }
  await ctx.db
    .insertInto('feedImport')
    .values({
      id: feedId,
      ...anew,
      lastAttemptAt: null,
      lastSuccessAt: null,
      shortSince: null,
      itemCount: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...anew, shortSince: 0 })
        .where((eb) => eb.or([eb('feedImport.urlHash', '!=', urlHash), eb('feedImport.active', '=', 0)])),
    )
    .execute()
}

const minute = 60_000
/** Whoever keeps pressing wears out nobody's feed (P4, S17). */
const askLimits = { name: 'ask-feed', spanMs: minute, perClient: 6, perNetwork: 30, together: 60 } as const

/**
 * A visitor asks again after the first import failed: the page loads again and the next import comes at once; beyond 6
 * times a minute at its own time.
 */
export const askFeedAgain = async (ctx: AppContext, { address }: Requester): Promise<void> => {
  if (ctx.calls.waitOfClient(askLimits, address, ctx.now()) > 0) return
  if (ctx.calls.waitOfOthers(askLimits, address, ctx.now()) > 0) return
  await ctx.db
    .updateTable('feedImport')
    .set({ lastError: null, lastAttemptAt: null })
    .where('id', '=', feedId)
    .where('lastSuccessAt', 'is', null)
    .where('lastError', 'is not', null)
    .execute()
}

/** Records that the feed is about to be asked: however that ends, nobody asks again at once. */
export const noteFeedAttempt = async (ctx: AppContext, _actor: Actor): Promise<void> => {
  await ctx.db.updateTable('feedImport').set({ lastAttemptAt: ctx.now() }).where('id', '=', feedId).execute()
}

/** Records that the feed has not changed since the last copy. */
export const recordFeedUnchanged = async (ctx: AppContext, _actor: Actor): Promise<void> => {
  await ctx.db.updateTable('feedImport').set(successAt(ctx.now())).where('id', '=', feedId).execute()
}

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
