import { configuredFeed } from '~/features/products/queries.server.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import {
  fetchOutside,
  type OutsideFailure,
  type OutsideLimits,
  type ResolveName,
} from '~/server/fetch-outside.ts'
import type { Log } from '~/server/log.ts'
import { recordFeedFailure, recordFeedUnchanged } from './feed.commands.server.ts'
import { type FeedFailure, whatCame } from './feed.rules.ts'
import { type StoredFeed, storeFeed } from './feed-copy.commands.server.ts'
import { parseList, readRows } from './feed-rows.server.ts'

/** P3. */
export const feedLimits: OutsideLimits = {
  timeMs: 30_000,
  answerMs: 30_000,
  bodyBytes: 5 * 1_048_576,
  redirects: 3,
}

export interface FeedRequest {
  readonly url: string
  /** A demo may use http and this machine. */
  readonly demo: boolean
  /** Of the last response, for a conditional request. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly signal: AbortSignal
  readonly limits?: OutsideLimits
  readonly resolve?: ResolveName
}

type FeedResponse =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed'
      readonly text: string
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Checks the address, each redirect and each resolved IP (P3). Never throws. */
export const fetchFeed = async ({
  etag,
  lastModified,
  ...request
}: FeedRequest): Promise<Result<FeedResponse, FeedFailure>> => {
  const response = await fetchOutside({
    limits: feedLimits,
    ...request,
    headers: {
      accept: 'application/json',
      ...(etag === null ? {} : { 'if-none-match': etag }),
      ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
    },
  })
  if (!response.ok) {
    const isUnchanged = response.error.kind === 'status' && response.error.status === 304
    if (isUnchanged && (etag !== null || lastModified !== null)) return ok({ kind: 'unchanged' })
    return refused(failureOf(response.error))
  }
  const { body, headers } = response.value
  const text = utf8(body)
  if (text === null) return refused({ kind: 'format', why: 'not UTF-8' })
  return ok({
    kind: 'changed',
    text,
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  })
}

const failureOf = (failure: OutsideFailure): FeedFailure => {
  if (failure.kind === 'status' || failure.kind === 'unreachable') return failure
  const isOfTheWay = failure.kind === 'not allowed' || failure.kind === 'no answer'
  return { kind: isOfTheWay ? 'unreachable' : 'format', why: failure.why }
}

const utf8 = (body: Buffer): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

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
