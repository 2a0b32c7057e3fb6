import { configuredFeed } from '~/features/products/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Job, RunGivenUp } from '~/server/jobs.ts'
import { recordFeedAttempt, recordFeedFailure } from './feed.commands.server.ts'
import { isAskedFor, isFeedDue } from './feed.rules.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { notifyOwnerOfFeed } from './feed-mails.commands.server.ts'

const checkEveryMs = 2_000
/** The feed itself has 30 s; the rest is reading the rows and storing them. */
const importLimitMs = 120_000
const minute = 60_000

/** Imports the feed at the start and whenever it is due, by what the database says: processes share the schedule. */
export const feedImportJob = (ctx: AppContext): Job => {
  let atStart = true
  return {
    name: 'product-feed',
    everyMs: checkEveryMs,
    firstAfterMs: 0,
    limitMs: importLimitMs,
    run: async (signal) => {
      const feed = await configuredFeed(ctx.db)
      if (feed === null || !(atStart || isAskedFor(feed) || isFeedDue(feed, ctx.now()))) return
      atStart = false
      await recordFeedAttempt(ctx)
      const importing = importFeed(ctx, signal)
      await Promise.race([importing, givenUp(signal)]).catch((error) =>
        recordFeedFailure(ctx, { kind: 'not finished', why: String(error) }),
      )
      // It throws once more, for the log; one that never settles stays the run that was given up.
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

/** Tells the owner of the feed's troubles, also of an import that never ends; first when the first import has. */
export const feedTroubleJob = (ctx: AppContext): Job => ({
  name: 'product feed troubles',
  everyMs: minute,
  firstAfterMs: 5 * minute,
  limitMs: minute,
  run: () => notifyOwnerOfFeed(ctx),
})
