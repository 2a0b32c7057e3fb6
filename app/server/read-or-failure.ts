import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '../kernel/result.ts'
import type { RequestContext } from './app-context.ts'
import { type ReadFailure, readFailureOf } from './database/database-errors.ts'
import { errorFields } from './log.ts'

/** What a page may say about a list that could not be read (P17). */
export interface FailedRead {
  readonly reason: ReadFailure
  readonly requestId: string
}

/** For a list that a page can do without; `what` names it in the log. */
export const readOrFailure = async <T>(
  { db, log, requestId }: Pick<RequestContext, 'db' | 'log' | 'requestId'>,
  what: string,
  read: (db: Kysely<Schema>) => Promise<T>,
): Promise<Result<T, FailedRead>> => {
  try {
    return ok(await read(db))
  } catch (error) {
    log.error('list could not be read', { what, ...errorFields(error) })
    // A thrown response says that nobody could be identified.
    return refused({ reason: error instanceof Response ? 'unavailable' : readFailureOf(error), requestId })
  }
}

/** For what a page cannot do without: throws a response, and the page's frame shows the failure. */
export const readOrUnavailable = async <T>(
  ctx: Parameters<typeof readOrFailure>[0],
  what: string,
  read: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> => {
  const done = await readOrFailure(ctx, what, read)
  if (done.ok) return done.value
  throw new Response(null, { status: statusOfFailure(done.error) })
}

/** A slow database counts as unavailable: it may answer later (D2). */
export const statusOfFailure = ({ reason }: Pick<FailedRead, 'reason'>): number =>
  reason === 'unavailable' || reason === 'timeout' ? 503 : 500
