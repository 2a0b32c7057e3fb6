import type { Actor } from '~/kernel/actor.ts'
import type { Job } from '~/server/jobs.ts'
import { isFeedDue } from './feed.rules.ts'
import { type FeedSource, importFeed } from './feed-import.server.ts'
import type { FeedContext } from './feed-trouble.commands.server.ts'
import { configuredFeed } from './queries.server.ts'

const actor: Actor = { kind: 'system', name: 'product-feed' }
const lookEveryMs = 2_000
/** The feed itself has 30 s; the rest is reading the rows and storing them. */
const importLimitMs = 120_000

/**
 * Imports the product feed at the start and then whenever it is due (`isFeedDue`). When that is stands in the database, so
 * that processes share the rhythm and a visitor's wish to try again reaches whichever looks first.
 */
export const feedImportJob = (ctx: FeedContext, source: FeedSource): Job => {
  let atStart = true
  return {
    name: 'product-feed',
    everyMs: lookEveryMs,
    firstAfterMs: 0,
    limitMs: importLimitMs,
    run: async (signal) => {
      const feed = await configuredFeed(ctx.db)
      if (feed === null || !(atStart || isFeedDue(feed, ctx.now()))) return
      atStart = false
      await importFeed(ctx, actor, source, signal)
    },
  }
}
