import type { Actor } from '~/kernel/actor.ts'
import type { CommandContext } from '~/server/context.ts'
import { feedHash, feedId, successAt } from './feed-record.server.ts'

/**
 * Records at the start which feed the shop shows, or none (`url` undefined): from now on the fabrics shown and sold are the
 * feed's, or again the shop's own. The last copy stays until a new one is in, another feed's as well; a new feed may
 * be much shorter than the last.
 */
export const chooseFeed = async (
  ctx: CommandContext,
  _actor: Actor,
  url: string | undefined,
): Promise<void> => {
  if (url === undefined) {
    await ctx.db.updateTable('feed_import').set({ active: 0 }).where('id', '=', feedId).execute()
    return
  }
  const urlHash = feedHash(url)
  const anew = {
    url_hash: urlHash,
    active: 1,
    etag: null,
    last_modified: null,
    last_error: null,
    failures: 0,
    nothing_since: null,
    bad_since: null,
  }
  await ctx.db
    .insertInto('feed_import')
    .values({
      id: feedId,
      ...anew,
      last_attempt_at: null,
      last_success_at: null,
      short_since: null,
      item_count: 0,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ ...anew, short_since: 0 })
        .where((eb) => eb.or([eb('feed_import.url_hash', '!=', urlHash), eb('feed_import.active', '=', 0)])),
    )
    .execute()
}

/** A visitor asks again after the first import failed: the page loads again and the next import comes at once. */
export const askFeedAgain = async (ctx: CommandContext, _actor: Actor): Promise<void> => {
  await ctx.db
    .updateTable('feed_import')
    .set({ last_error: null, last_attempt_at: null })
    .where('id', '=', feedId)
    .where('last_success_at', 'is', null)
    .where('last_error', 'is not', null)
    .execute()
}

/** Records that the feed is about to be asked: however that ends, nobody asks again at once. */
export const noteFeedAttempt = async (ctx: CommandContext, _actor: Actor): Promise<void> => {
  await ctx.db
    .updateTable('feed_import')
    .set({ last_attempt_at: ctx.now() })
    .where('id', '=', feedId)
    .execute()
}

/** Records that the feed has not changed since the last copy. */
export const recordFeedUnchanged = async (ctx: CommandContext, _actor: Actor): Promise<void> => {
  await ctx.db.updateTable('feed_import').set(successAt(ctx.now())).where('id', '=', feedId).execute()
}
