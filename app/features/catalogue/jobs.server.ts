import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Job, RunGivenUp } from '~/server/jobs.ts'
import { noteFeedAttempt, recordFeedFailure } from './feed.commands.server.ts'
import { configuredFeed } from './feed.queries.server.ts'
import { isFeedDue } from './feed.rules.ts'
import { type FeedSource, importFeed } from './feed-import.commands.server.ts'
import { tellOwnerOfFeed } from './feed-mails.commands.server.ts'

const actor: Actor = { kind: 'system', name: 'product-feed' }
const lookEveryMs = 2_000
/** The feed itself has 30 s; the rest is reading the rows and storing them. */
const importLimitMs = 120_000
const minute = 60_000

/**
 * Imports the product feed at the start and then whenever it is due (`isFeedDue`). When that is stands in the database, so
 * that processes share the rhythm and a visitor's wish to try again reaches whichever looks first. An import that throws or
 * is given up is recorded as a failure like any other, so that it is not repeated at once.
 */
export const feedImportJob = (ctx: AppContext, source: FeedSource): Job => {
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
      await noteFeedAttempt(ctx, actor)
      const importing = importFeed(ctx, actor, source, signal)
      await Promise.race([importing, givenUp(signal)]).catch((error) =>
        recordFeedFailure(ctx, actor, { kind: 'not finished', why: String(error) }),
      )
      // It throws once more, for the log; one that never settles keeps the run that was given up.
      await importing
    },
  }
}

const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const check = () => {
      if (signal.reason instanceof RunGivenUp) reject(signal.reason)
    }
    check()
    signal.addEventListener('abort', check)
  })

/** Tells the owner of the feed's troubles, also of an import that never ends. By its first run the first import has. */
export const feedTroubleJob = (ctx: AppContext): Job => ({
  name: 'product feed troubles',
  everyMs: minute,
  firstAfterMs: 5 * minute,
  limitMs: minute,
  run: () => tellOwnerOfFeed(ctx, actor),
})
