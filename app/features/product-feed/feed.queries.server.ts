import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { yen } from '~/kernel/money.ts'
import { type FeedFacts, type ProductListState, productListStateOf } from './feed.rules.ts'
import type { HeldPrice } from './price-guard.rules.ts'
import type { FeedProblem } from './texts.ts'

export interface ConfiguredFeed extends FeedFacts {
  readonly urlHash: string
  readonly etag: string | null
  readonly lastModified: string | null
}

/** The configured feed, whose fabrics alone are then shown and sold; null when there is none. */
export const configuredFeed = async (db: Kysely<Schema>): Promise<ConfiguredFeed | null> => {
  const feed = await db
    .selectFrom('feedImport')
    .select(['lastAttemptAt', 'lastSuccessAt', 'lastError', 'failures', 'badSince'])
    .select(['urlHash', 'etag', 'lastModified'])
    .where('id', '=', 'feed')
    .where('active', '=', 1)
    .executeTakeFirst()
  return feed ?? null
}

export const productListState = async (db: Kysely<Schema>): Promise<ProductListState> =>
  productListStateOf(await configuredFeed(db))

/** Prices that wait for the owner's word, by number (P35). */
export const heldPrices = async (db: Kysely<Schema>): Promise<HeldPrice[]> => {
  const rows = await db
    .selectFrom('heldPrice')
    .innerJoin('product', 'product.number', 'heldPrice.number')
    .where('heldPrice.price', 'is not', null)
    .select(['heldPrice.number', 'product.name', 'heldPrice.price', 'formerPrice'])
    .orderBy('heldPrice.number')
    .execute()
  return rows.map(({ price, formerPrice, ...row }) => ({
    ...row,
    price: yen(price ?? 0),
    formerPrice: yen(formerPrice),
  }))
}

/** The problems of the feed's last list, in the order of its rows (P5). */
export const feedProblems = (db: Kysely<Schema>): Promise<FeedProblem[]> =>
  db
    .selectFrom('feedProblem')
    .select(['rowNumber as row', 'managementNumber', 'reason', 'detail'])
    .orderBy('rowNumber')
    .orderBy('ordinal')
    .execute()
