import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type CatalogueState, catalogueStateOf, type FeedFacts } from './feed.rules.ts'
import type { FeedProblem } from './texts.ts'

/** What is known of a feed; `badSince` is the first failed attempt since the last success, in epoch ms. */
export interface ConfiguredFeed extends FeedFacts {
  readonly badSince: number | null
  readonly urlHash: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/**
 * What is known of the configured feed, or null when none is: then the shop shows its own fabrics. While there is one, the
 * fabrics shown and sold are the feed's, and only those.
 */
export const configuredFeed = async (db: Kysely<Schema>): Promise<ConfiguredFeed | null> => {
  const row = await db.selectFrom('feedImport').selectAll().where('id', '=', 'feed').executeTakeFirst()
  if (row?.active !== 1) return null
  return {
    lastAttemptAt: row.lastAttemptAt,
    lastSuccessAt: row.lastSuccessAt,
    lastError: row.lastError,
    failures: row.failures,
    badSince: row.badSince,
    urlHash: row.urlHash,
    etag: row.etag,
    lastModified: row.lastModified,
  }
}

/** Whether the catalogue has its list, waits for its first copy, or could not get it. */
export const catalogueState = async (db: Kysely<Schema>): Promise<CatalogueState> =>
  catalogueStateOf(await configuredFeed(db))

/** What is wrong with the rows of the feed's last list, in their order (P5). */
export const feedProblems = (db: Kysely<Schema>): Promise<FeedProblem[]> =>
  db
    .selectFrom('feedProblem')
    .select(['rowNumber as row', 'managementNumber', 'reason', 'detail'])
    .orderBy('rowNumber')
    .orderBy('ordinal')
    .execute()
