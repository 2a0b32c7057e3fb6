import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { Log } from '~/server/log.ts'
import { recordFeedFailure, recordFeedUnchanged } from './feed.commands.server.ts'
import { configuredFeed } from './feed.queries.server.ts'
import type { FeedFailure } from './feed.rules.ts'
import { type FeedAnswer, type FeedRequest, fetchFeed } from './feed.server.ts'
import { type StoredFeed, storeFeed } from './feed-copy.commands.server.ts'
import { parseList, readRows } from './feed-rows.server.ts'
import type { FeedProblem } from './texts.ts'

/** The feed of this shop; the last two are for tests. */
export type FeedSource = Pick<FeedRequest, 'url' | 'demo' | 'limits' | 'resolve'>

const mostLinesOfProblems = 20

/**
 * One import: asks the feed, reads its rows and makes them the catalogue. Whatever fails is logged and recorded, and the
 * last good copy stays (P2). Harmless when repeated or done by two processes. Given up without a trace when `signal`
 * fires. Throws only what the database throws.
 */
export const importFeed = async (
  ctx: AppContext,
  actor: Actor,
  source: FeedSource,
  signal: AbortSignal,
): Promise<void> => {
  const feed = await configuredFeed(ctx.db)
  if (feed === null) return
  const { etag, lastModified } = feed
  const answer = await fetchFeed({ ...source, etag, lastModified, signal })
  if (signal.aborted) return
  if (!answer.ok) return fail(ctx, actor, answer.error)
  if (answer.value.kind === 'changed') return takeList(ctx, actor, answer.value, signal)
  await recordFeedUnchanged(ctx, actor)
  ctx.log.debug('product feed is unchanged')
}

const fail = async (ctx: AppContext, actor: Actor, failure: FeedFailure) => {
  await recordFeedFailure(ctx, actor, failure)
  ctx.log.warn('product feed failed, the last copy stays', { ...failure })
}

const takeList = async (
  ctx: AppContext,
  actor: Actor,
  answer: Extract<FeedAnswer, { kind: 'changed' }>,
  signal: AbortSignal,
) => {
  const list = parseList(answer.text)
  if (list === null) return fail(ctx, actor, { kind: 'format', why: 'not a JSON list of rows' })
  const read = await readRows(list)
  if (signal.aborted) return
  const stored = await storeFeed(ctx, actor, read, answer)
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
  for (const problem of problems.slice(0, mostLinesOfProblems)) logProblem(log, problem)
  if (problems.length > mostLinesOfProblems)
    log.warn('more rows of the product feed have problems', { more: problems.length - mostLinesOfProblems })
}

const logProblem = (log: Log, { row, managementNumber, reason }: FeedProblem) =>
  log.warn('a row of the product feed has a problem', { row, managementNumber, reason })
