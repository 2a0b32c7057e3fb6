import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { feedHash, feedId, successAt } from './feed-record.server.ts'

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

/** A visitor asks again after the first import failed: the page loads again and the next import comes at once. */
export const askFeedAgain = async (ctx: AppContext, _actor: Actor): Promise<void> => {
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
