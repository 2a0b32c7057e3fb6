import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { FeedImportTable, Schema } from '#db/schema.ts'
import { forUpdate } from '~/server/database/row-lock.ts'

/** The key of the one row of `feed_import`. */
export const feedId = 'feed'

/** Another way of reading rows must not meet an unchanged feed: count this up then. */
const readerVersion = 3

/** Tells one feed's address from another without keeping it. */
export const feedHash = (url: string): string =>
  createHash('sha256').update(`${readerVersion} ${url}`).digest('hex')

/** The fields of a successful attempt at `now` (epoch ms). */
export const successAt = (now: number) => ({
  last_attempt_at: now,
  last_success_at: now,
  last_error: null,
  failures: 0,
  short_since: null,
  nothing_since: null,
  bad_since: null,
})

/** What is known of the feed; nobody else writes it until this transaction ends. */
export const lockedImport = (trx: Transaction<Schema>): Promise<Selectable<FeedImportTable>> =>
  trx
    .selectFrom('feed_import')
    .selectAll()
    .where('id', '=', feedId)
    .$call(forUpdate(trx))
    .executeTakeFirstOrThrow()
