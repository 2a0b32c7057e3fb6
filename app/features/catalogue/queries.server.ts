import type { Kysely, Selectable } from 'kysely'
import type { ProductTable, Schema } from '#db/schema.ts'
import { yen } from '~/kernel/money.ts'
import { inChunks } from '~/server/database/row-chunks.ts'
import { type CatalogueState, catalogueStateOf, type FeedFacts, isTooOldToSell } from './feed.rules.ts'
import { pictureOf, publishedStatus, type SellableProduct } from './rules.ts'

const shownColumns = ['number', 'type', 'name', 'description', 'price', 'imageUrl'] as const

/** A stored product as it is shown and sold. */
export const sellable = (
  row: Pick<Selectable<ProductTable>, (typeof shownColumns)[number]>,
): SellableProduct => ({
  number: row.number,
  type: row.type,
  name: row.name,
  description: row.description,
  price: row.price === null ? null : yen(row.price),
  imageUrl: pictureOf(row.imageUrl),
})

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

const showsFeed = async (db: Kysely<Schema>): Promise<boolean> => (await configuredFeed(db)) !== null

const shown = (db: Kysely<Schema>, feed: boolean) =>
  db
    .selectFrom('product')
    .where('status', '=', publishedStatus)
    .where((eb) => eb.or([eb('type', '=', 'kit'), eb('source', feed ? '=' : '!=', 'feed')]))

const suspended = (db: Kysely<Schema>) => db.selectFrom('closedProduct').select('number')

/** For lists: marks the products that the owner does not sell for now. */
export const withSuspended = async <P extends SellableProduct>(
  db: Kysely<Schema>,
  products: readonly P[],
): Promise<P[]> => {
  const numbers = new Set((await suspended(db).execute()).map(({ number }) => number))
  return products.map((product) => (numbers.has(product.number) ? { ...product, suspended: true } : product))
}

const published = (db: Kysely<Schema>, feed: boolean) => shown(db, feed).select(shownColumns)

/**
 * The products among `numbers` (stored spelling, any order, at most some hundreds) that the shop shows now, fabrics and
 * kits, by number. Whatever is missing in the answer is unknown, not published (P1) or not sold for now. The checkout
 * prices from this (S1); a product whose price is null is not for sale (C9).
 */
export const sellableProducts = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, SellableProduct>> => {
  if (numbers.length === 0) return new Map()
  const rows = await published(db, await showsFeed(db))
    .where('number', 'in', numbers)
    .where('number', 'not in', suspended(db))
    .execute()
  return new Map(rows.map((row) => [row.number, sellable(row)]))
}

/**
 * Are there goods among these whose price nobody can vouch for at `now` (epoch ms), the feed's copy being too old
 * (D2)? While a feed is configured, every fabric sold is the feed's, and no kit is.
 */
export const hasUncertainPrices = async (
  db: Kysely<Schema>,
  products: Iterable<SellableProduct>,
  now: number,
): Promise<boolean> => {
  const feed = await configuredFeed(db)
  return feed !== null && isTooOldToSell(feed, now) && [...products].some(({ type }) => type === 'fabric')
}

/** Numbers and names of the fabrics that the shop shows, in the order of its list. */
export const fabricNames = async (
  db: Kysely<Schema>,
): Promise<Array<{ readonly number: string; readonly name: string }>> =>
  shown(db, await showsFeed(db))
    .select(['number', 'name'])
    .where('type', '=', 'fabric')
    .orderBy('position')
    .orderBy('number')
    .execute()

/** Those of these fabrics that the shop shows, in the order of `numbers`. */
export const fabricsNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<SellableProduct[]> => {
  const feed = await showsFeed(db)
  const fabrics = new Map<string, SellableProduct>()
  for (const chunk of inChunks(numbers)) {
    const rows = await published(db, feed).where('type', '=', 'fabric').where('number', 'in', chunk).execute()
    for (const row of rows) fabrics.set(row.number, sellable(row))
  }
  return withSuspended(
    db,
    numbers.flatMap((number) => fabrics.get(number) ?? []),
  )
}

/** What is wrong with the rows of the feed's last list, in their order (P5). */
export const feedProblems = async (
  db: Kysely<Schema>,
): Promise<
  ReadonlyArray<{
    readonly row: number
    readonly managementNumber: string | null
    readonly reason: string
    readonly detail: string | null
  }>
> =>
  db
    .selectFrom('feedProblem')
    .select(['rowNumber as row', 'managementNumber as managementNumber', 'reason', 'detail'])
    .orderBy('rowNumber')
    .orderBy('ordinal')
    .execute()

/** A fabric as the product feed states it (S:L87-89). */
export interface FeedItem {
  readonly managementNumber: string
  readonly name: string
  readonly description: string
  /** Yen, or the text as given where that is no certain price. */
  readonly price: number | string
  /** Absolute, so that another shop can show it; empty where there is no picture. */
  readonly imageUrl: string
  readonly status: string
}

/**
 * The fabrics that the shop shows, in the feed's shape (P1), with the time of the last change in epoch ms; null while there
 * is no copy of the feed to show. `siteOrigin` makes our own pictures' addresses absolute.
 */
export const feedOfFabrics = async (
  db: Kysely<Schema>,
  siteOrigin: string,
): Promise<{ readonly items: FeedItem[]; readonly changedAt: number } | null> => {
  const feed = await configuredFeed(db)
  if (catalogueStateOf(feed).kind !== 'ready') return null
  const rows = await published(db, feed !== null)
    .select(['priceText', 'status'])
    .where('type', '=', 'fabric')
    .where('number', 'not in', suspended(db))
    .orderBy('position')
    .orderBy('number')
    .execute()
  const last = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('updatedAt').as('at'))
    .executeTakeFirst()
  const items = rows.map((row) => ({
    managementNumber: row.number,
    name: row.name,
    description: row.description,
    price: row.price ?? row.priceText,
    imageUrl: row.imageUrl === '' ? '' : new URL(pictureOf(row.imageUrl), siteOrigin).href,
    status: row.status,
  }))
  return { items, changedAt: last?.at ?? 0 }
}
