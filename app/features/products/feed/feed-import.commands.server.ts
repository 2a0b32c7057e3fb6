import { configuredFeed } from '~/features/products/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Log } from '~/server/log.ts'
import { recordFeedFailure, recordFeedUnchanged } from './feed.commands.server.ts'
import { type FeedFailure, whatCame } from './feed.rules.ts'
import { type FeedResponse, fetchFeed } from './feed.server.ts'
import { type StoredFeed, storeFeed } from './feed-copy.commands.server.ts'
import { parseList, readRows } from './feed-rows.server.ts'

const mostLinesOfProblems = 20

/**
 * Imports `ctx.feedUrl` once; two processes may do so together. A failure is logged and stored, and the last good copy stays (P2).
 * Stops without a trace when `signal` fires. Throws only errors of the database.
 */
export const importFeed = async (ctx: AppContext, signal: AbortSignal): Promise<void> => {
  const feed = await configuredFeed(ctx.db)
  if (feed === null || ctx.feedUrl === undefined) return
  const { etag, lastModified } = feed
  const response = await fetchFeed({ url: ctx.feedUrl, demo: ctx.demo, etag, lastModified, signal })
  if (signal.aborted) return
  if (!response.ok) return fail(ctx, response.error)
  if (response.value.kind === 'changed') return importList(ctx, response.value, signal)
  await recordFeedUnchanged(ctx)
  ctx.log.debug('product feed is unchanged')
}

const fail = async (ctx: AppContext, failure: FeedFailure) => {
  await recordFeedFailure(ctx, failure)
  ctx.log.warn('product feed failed, the last copy stays', { ...failure })
}

const importList = async (
  ctx: AppContext,
  response: Extract<FeedResponse, { kind: 'changed' }>,
  signal: AbortSignal,
) => {
  const list = parseList(response.text)
  if (list === null)
    return fail(ctx, { kind: 'format', why: 'not a JSON list of rows', came: whatCame(response.text) })
  const read = await readRows(list)
  if (signal.aborted) return
  const stored = await storeFeed(ctx, read, response)
  if (stored.ok) return logStored(ctx.log, stored.value)
  ctx.log.warn('product feed not taken, the last copy stays', {
    why: stored.error,
    rows: read.rows,
    bad: read.bad,
    products: read.products.length,
  })
}

const logStored = (log: Log, { problems, newProblems, ...counts }: StoredFeed) => {
  log.info('product feed imported', { ...counts, problems: problems.length })
  if (!newProblems) return
  for (const { row, managementNumber, reason } of problems.slice(0, mostLinesOfProblems))
    log.warn('a row of the product feed has a problem', { row, managementNumber, reason })
  if (problems.length > mostLinesOfProblems)
    log.warn('more rows of the product feed have problems', { more: problems.length - mostLinesOfProblems })
}
