import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '../kernel/result.ts'
import type { RequestContext } from './app-context.ts'
import { type ReadFailure, readFailureOf } from './database/database-errors.ts'
import { errorFields } from './log.ts'

/** What a page may say of a list that could not be read (P17). */
export interface FailedRead {
  readonly reason: ReadFailure
  readonly requestId: string
}

/** For a list without which the page still has something to show; `what` names it in the log. */
export const readOrFailure = async <T>(
  { db, log, requestId }: Pick<RequestContext, 'db' | 'log' | 'requestId'>,
  what: string,
  read: (db: Kysely<Schema>) => Promise<T>,
): Promise<Result<T, FailedRead>> => {
  try {
    return ok(await read(db))
  } catch (error) {
    log.error('list could not be read', { what, ...errorFields(error) })
    return refused({ reason: readFailureOf(error), requestId })
  }
}

export const statusOfFailure = ({ reason }: FailedRead): number => (reason === 'unavailable' ? 503 : 500)
