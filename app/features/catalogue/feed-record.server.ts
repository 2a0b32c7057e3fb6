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
  lastAttemptAt: now,
  lastSuccessAt: now,
  lastError: null,
  failures: 0,
  shortSince: null,
  nothingSince: null,
  badSince: null,
})

/** What is known of the feed; nobody else writes it until this transaction ends. */
export const lockedImport = (trx: Transaction<Schema>): Promise<Selectable<FeedImportTable>> =>
  trx
    .selectFrom('feedImport')
    .selectAll()
    .where('id', '=', feedId)
    .$call(forUpdate(trx))
    .executeTakeFirstOrThrow()
