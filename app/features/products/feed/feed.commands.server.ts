import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { FeedImportTable, Schema } from '#db/schema.ts'
import { shopSubject } from '~/features/shop/facts.rules.ts'
import type { Requester } from '~/kernel/actor.ts'
import { ok, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { countTryWithin } from '~/server/rate-limit.ts'
import { type FeedFailure, failureCode } from './feed.rules.ts'
import { heldPriceRefusals } from './held-prices.texts.ts'

export const feedId = 'feed'

/** Raise it when rows are read differently, so that an unchanged feed is read again. */
const readerVersion = 4

/** Tells feeds apart without storing their secret addresses. */
export const feedHash = (url: string): string =>
  createHash('sha256').update(`${readerVersion} ${url}`).digest('hex')

export const successAt = (now: number) => ({
  lastAttemptAt: now,
  finishedAt: now,
  lastSuccessAt: now,
  lastError: null,
  failures: 0,
  shortSince: null,
  nothingSince: null,
  badSince: null,
})

export const lockFeedImport = (trx: Transaction<Schema>): Promise<Selectable<FeedImportTable>> =>
  trx
    .selectFrom('feedImport')
    .selectAll()
    .where('id', '=', feedId)
    .$call(forUpdate(trx))
    .executeTakeFirstOrThrow()

/** Records the configured feed at the start; the last copy stays until a new one is in. */
export const chooseFeed = async (ctx: AppContext, url: string | undefined): Promise<void> => {
  if (url === undefined) {
    await ctx.db.updateTable('feedImport').set({ active: 0 }).where('id', '=', feedId).execute()
    return
  }
  const urlHash = feedHash(url)
  const anew = {
    urlHash,
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
/** Protects the feed from repeated presses (P4, S17). */
const retryLimits = { name: 'ask-feed', spanMs: minute, perClient: 6, perNetwork: 30, together: 60 } as const

/** After a failed first import, makes the next one due at once, within the limits. */
export const retryFeed = async (ctx: AppContext, { address }: Requester): Promise<void> => {
  if (ctx.calls.waitOfClient(retryLimits, address, ctx.now()) > 0) return
  if (ctx.calls.waitOfOthers(retryLimits, address, ctx.now()) > 0) return
  await ctx.db
    .updateTable('feedImport')
    .set({ lastError: null, lastAttemptAt: null })
    .where('id', '=', feedId)
    .where('lastSuccessAt', 'is', null)
    .where('lastError', 'is not', null)
    .execute()
}

/** Shared by all, because each reading asks the owner's server. */
const readings = { subject: 'read-feed', spanMs: 10 * minute, most: 20 } as const

/** Makes the open shop read the list within seconds; `feedReading` tells the result (N47). */
export const importSoon = defineAct({
  name: 'feed.now',
  words: '表を読み込みました',
  subject: shopSubject,
  facts: {},
  who: 'owner',
  form: (_: Opened<object>): Read<object> => ok({}),
  refusals: heldPriceRefusals,
  answer: noAnswer,
  run: async (trx, { ctx }) => {
    const now = ctx.now()
    if (!(await countTryWithin(trx, now, [readings]))) return refused('too-often')
    await trx
      .updateTable('feedImport')
      .set({ lastAttemptAt: null, askedAt: now })
      .where('id', '=', feedId)
      .execute()
    return ok({ answer: null, subject: subjectOf(shopSubject) })
  },
})

/** Stored before the import, so that none follows at once however it ends. */
export const recordFeedAttempt = async (ctx: AppContext): Promise<void> => {
  const now = ctx.now()
  await ctx.db
    .updateTable('feedImport')
    .set({ lastAttemptAt: now, beganAt: now })
    .where('id', '=', feedId)
    .execute()
}

export const recordFeedUnchanged = async (ctx: AppContext): Promise<void> => {
  const nothing = { changedCount: 0, leftCount: 0 }
  await ctx.db
    .updateTable('feedImport')
    .set({ ...successAt(ctx.now()), ...nothing })
    .where('id', '=', feedId)
    .execute()
}

export const recordFeedFailure = (ctx: AppContext, failure: FeedFailure): Promise<void> =>
  inTransaction(ctx, async (trx) =>
    recordTrouble(trx, ctx.now(), await lockFeedImport(trx), failureCode(failure)),
  )

/** At `now` (epoch ms); `code` as stored. */
export const recordTrouble = async (
  trx: Transaction<Schema>,
  now: number,
  before: Selectable<FeedImportTable>,
  code: string,
): Promise<void> => {
  // A later moment was noted before the clock was set back.
  const since = (noted: number | null) => Math.min(noted ?? now, now)
  await trx
    .updateTable('feedImport')
    .set({
      lastAttemptAt: now,
      finishedAt: now,
      lastError: code,
      failures: before.failures + 1,
      badSince: since(before.badSince),
      shortSince: code === 'far fewer products' ? since(before.shortSince) : before.shortSince,
      nothingSince: code === 'nothing published' ? since(before.nothingSince) : nothingSince(before, code),
    })
    .where('id', '=', feedId)
    .execute()
}

/** Only another list ends it, not a feed that did not answer. */
const nothingSince = ({ nothingSince }: Selectable<FeedImportTable>, code: string): number | null =>
  code === 'unreachable' || code === 'not finished' || code.startsWith('status ') ? nothingSince : null

/** For the end of a demo, whose feed is not the shop's. */
export const forgetFeed = (ctx: AppContext): Promise<void> =>
  inTransaction(ctx, async (trx) => {
    await trx.deleteFrom('feedProblem').execute()
    await trx.deleteFrom('heldPrice').execute()
    await trx.deleteFrom('feedAddition').execute()
    await trx.deleteFrom('feedImport').execute()
  })

/** Reads the whole list within seconds, even if its server calls it unchanged. */
export const readListAgain = async (trx: Transaction<Schema>): Promise<void> => {
  await trx
    .updateTable('feedImport')
    .set({ etag: null, lastModified: null, lastAttemptAt: null })
    .where('id', '=', feedId)
    .execute()
}
