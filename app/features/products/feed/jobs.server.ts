import { configuredFeed } from '~/features/products/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type Job, RunGivenUp } from '~/server/jobs.ts'
import { recordFeedAttempt, recordFeedFailure } from './feed.commands.server.ts'
import { isAskedFor, isFeedDue } from './feed.rules.ts'
import { importFeed } from './feed-import.commands.server.ts'
import { notifyOwnerOfFeed } from './feed-mails.commands.server.ts'

const checkEveryMs = 2_000
/** The fetch has 30 s; the rest is for reading and storing rows. */
const importLimitMs = 120_000
const minute = 60_000

/** Due times are in the database, so processes share the schedule. */
export const feedImportJob = (ctx: AppContext): Job => {
  let atStart = true
  return {
    name: 'import the product feed',
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
      // Throws again for the log; an import that never settles remains the run that was given up.
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

/** Reports the feed's troubles, even of an import that never ends; starts after the first import. */
export const feedTroubleJob = (ctx: AppContext): Job => ({
  name: 'tell of product feed troubles',
  everyMs: minute,
  firstAfterMs: 5 * minute,
  limitMs: minute,
  run: () => notifyOwnerOfFeed(ctx),
})
