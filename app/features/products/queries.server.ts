import { type Kysely, type Selectable, sql } from 'kysely'
import type { ProductTable, Schema, StockTable } from '#db/schema.ts'
import { withOwnPictures } from '~/features/pictures/sources.queries.server.ts'
import { presentHoliday } from '~/features/shop/holidays/queries.server.ts'
import { holidayBounds, holidayDays, holidayLine } from '~/features/shop/holidays/rules.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { yen } from '~/kernel/money.ts'
import { type Alternatives, closedUp, plainTerms } from '~/kernel/search-text.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { eachUntilWritten, untilWritten } from '~/server/database/until-written.ts'
import { keysWith } from '~/server/search/search-index.ts'
import { shopState } from '~/server/shop-state.ts'
import type { ClosedItem, Closure } from './closing.rules.ts'
import { factsOfRow, factsToldIn, nameWithColour } from './description.rules.ts'
import { noFacts } from './fabric-facts.rules.ts'
import {
  type FeedFacts,
  isTooOldToSell,
  type ProductListState,
  productListStateOf,
} from './feed-state.rules.ts'
import { factNames } from './fields.rules.ts'
import type { Found } from './narrowing.rules.ts'
import { publishedStatus, type SellableProduct } from './rules.ts'
import type { ProductIndex } from './search.rules.ts'

/** What `factsOfRow` reads. */
export const factColumns = [
  'product.type',
  'product.description',
  ...factNames.map((name) => `product.${name}` as const),
  'product.text',
  'product.factsOf',
] as const

/** What `sellable` reads. */
export const shownColumns = [
  'product.number',
  'product.name',
  'product.price',
  'product.imageUrl',
  ...factColumns,
] as const

type ShownRow = Pick<Selectable<ProductTable>, 'number' | 'name' | 'price' | 'imageUrl'> &
  Parameters<typeof factsOfRow>[0]

export const sellable = (row: ShownRow): SellableProduct => {
  const { text: _, ...facts } = factsOfRow(row)
  const told = { ...noFacts, ...factsToldIn(row) }
  // What the description says by its form is not sent a second time.
  const isTold = factNames.every((name) => told[name] === facts[name])
  return {
    number: row.number,
    type: row.type,
    name: row.name,
    description: row.description,
    price: row.price === null ? null : yen(row.price),
    imageUrl: displayImageUrl(row.imageUrl),
    ...(row.type === 'fabric' && !isTold && { facts }),
  }
}

export interface ConfiguredFeed extends FeedFacts {
  readonly urlHash: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** Epoch ms. */
  readonly askedAt: number | null
  readonly beganAt: number | null
}

/** Its fabrics are sold beside the shop's own (N40); null when there is none. */
export const configuredFeed = untilWritten(async (db): Promise<ConfiguredFeed | null> => {
  const feed = await db
    .selectFrom('feedImport')
    .select(['lastAttemptAt', 'lastSuccessAt', 'lastError', 'failures', 'badSince'])
    .select(['urlHash', 'etag', 'lastModified', 'askedAt', 'beganAt'])
    .where('id', '=', 'feed')
    .where('active', '=', 1)
    .executeTakeFirst()
  return feed ?? null
})

export const productListState = async (db: Kysely<Schema>): Promise<ProductListState> =>
  productListStateOf(await configuredFeed(db))

export const showsFeed = async (db: Kysely<Schema>): Promise<boolean> => (await configuredFeed(db)) !== null

const shown = (db: Kysely<Schema>, feed: boolean) =>
  db
    .selectFrom('product')
    .where('status', '=', publishedStatus)
    .where((eb) =>
      eb.or([
        eb('type', '=', 'kit'),
        feed ? eb('source', 'in', ['feed', 'own']) : eb('source', '!=', 'feed'),
      ]),
    )

export const suspended = (db: Kysely<Schema>) => db.selectFrom('closedProduct').select('number')

const suspendedNumbers = untilWritten(
  async (db): Promise<ReadonlySet<string>> =>
    new Set((await suspended(db).execute()).map(({ number }) => number)),
)

const markSuspended = async <P extends SellableProduct>(
  db: Kysely<Schema>,
  products: readonly P[],
): Promise<P[]> => {
  const numbers = await suspendedNumbers(db)
  return products.map((product) => (numbers.has(product.number) ? { ...product, suspended: true } : product))
}

/** Adds suspensions, and stock of counted products (K10). */
export const withSuspended = async <P extends SellableProduct>(
  db: Kysely<Schema>,
  products: readonly P[],
): Promise<P[]> => markSuspended(db, await withStock(db, products))

const stockOf = ({
  mostUnits,
  heldUnits,
}: Pick<Selectable<StockTable>, 'mostUnits' | 'heldUnits'>): Pick<SellableProduct, 'most' | 'waits'> => ({
  most: mostUnits,
  ...(heldUnits > 0 && { waits: true }),
})

/** Adds the stock of counted products (K10). */
export const withStock = async <P extends SellableProduct>(
  db: Kysely<Schema>,
  products: readonly P[],
): Promise<P[]> => {
  const found = new Map<string, Pick<SellableProduct, 'most' | 'waits'>>()
  for (const some of inChunks(products)) {
    const rows = await db
      .selectFrom('stock')
      .select(['number', 'mostUnits', 'heldUnits'])
      .where(
        'number',
        'in',
        some.map(({ number }) => number),
      )
      .execute()
    for (const { number, ...counted } of rows) found.set(number, stockOf(counted))
  }
  return found.size === 0 ? [...products] : products.map((each) => ({ ...each, ...found.get(each.number) }))
}

export const published = (db: Kysely<Schema>, feed: boolean) => shown(db, feed).select(shownColumns)

/** By number, published and on sale only (P1, S1); `numbers` in stored spelling, at most some hundreds. */
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

/** Whether a product is from a feed copy too old to sell at `now` (epoch ms, D2); never true of kits and own fabrics. */
export const hasUncertainPrices = async (
  db: Kysely<Schema>,
  products: Iterable<SellableProduct>,
  now: number,
): Promise<boolean> => {
  const feed = await configuredFeed(db)
  if (feed === null || !isTooOldToSell(feed, now)) return false
  const numbers = [...products].flatMap(({ type, number }) => (type === 'fabric' ? [number] : []))
  if (numbers.length === 0) return false
  const fromFeed = db.selectFrom('product').select('number').where('source', '=', 'feed')
  return (await fromFeed.where('number', 'in', numbers).executeTakeFirst()) !== undefined
}

export const shownFabrics = (db: Kysely<Schema>, feed: boolean) =>
  shown(db, feed).where('type', '=', 'fabric')

export const fabricNames = async (
  db: Kysely<Schema>,
): Promise<Array<{ readonly number: string; readonly name: string }>> =>
  shownFabrics(db, await showsFeed(db))
    .select(['number', 'name'])
    .orderBy('position')
    .orderBy('number')
    .execute()

/** Products with the words of `q` or near ones, unpublished ones too, with their ranks; null without a search. */
export const productsFound = async (
  db: Kysely<Schema>,
  index: ProductIndex,
  q: string,
  { exact, wide } = plainTerms(q),
): Promise<Found> => {
  if (q === '') return null
  if (exact.length === 0) return new Map()
  const keys = (words: readonly Alternatives[], where: 'title' | 'anywhere') =>
    numbersWith(db, index, words, where)
  const near = wide === exact ? [] : [keys(wide, 'anywhere'), keys(wide, 'title')]
  const [itself, inName = [], anywhere = [], nearby = [], nearInName = []] = await Promise.all([
    numbersLike(db, index, q),
    keys(exact, 'title'),
    keys(exact, 'anywhere'),
    ...near,
  ])
  const found = new Map<string, number>()
  // Later entries overwrite worse ranks.
  const groups = [nearby, nearInName, anywhere, inName, itself.filter((number) => inName.includes(number))]
  for (const [at, numbers] of groups.entries())
    for (const number of numbers) found.set(number, groups.length - 1 - at)
  return found
}

/** Numbers of the products that have all `words`, unpublished ones too. */
export const numbersWith = async (
  db: Kysely<Schema>,
  index: ProductIndex,
  words: readonly Alternatives[],
  where: 'title' | 'anywhere',
): Promise<string[]> => {
  // As one text: a row for each takes longer than finding them. No number has a line break (S2).
  const { keys } = await db
    .selectFrom(keysWith(db, index, words, where).as('found'))
    .select(sql<string | null>`string_agg(found.key, ${'\n'})`.as('keys'))
    .executeTakeFirstOrThrow()
  return keys === null ? [] : keys.split('\n')
}

/** Management numbers that are `q` but for case, width and signs. */
const numbersLike = async (db: Kysely<Schema>, index: ProductIndex, q: string): Promise<string[]> => {
  const plain = closedUp(q)
  const ofType = db.selectFrom('product').select(['number', 'plainNumber']).where('type', '=', index)
  const rows = await ofType
    .where('plainNumber', '=', plain)
    // The former release stores none (D51).
    .unionAll(ofType.where('plainNumber', 'is', null))
    .execute()
  return rows.flatMap(({ number, plainNumber }) =>
    (plainNumber ?? closedUp(number)) === plain ? [number] : [],
  )
}

/** Products on sale with a match in name, reading or number, in the owner's order. */
export const productsTitled = async (
  db: Kysely<Schema>,
  index: ProductIndex,
  words: readonly Alternatives[],
  most: number,
): Promise<SellableProduct[]> => {
  const rows = await published(db, await showsFeed(db))
    .where('type', '=', index)
    .where('number', 'in', keysWith(db, index, words, 'title'))
    .orderBy('position')
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map(sellable)
}

/** Published ones only, in the order of `numbers`. */
export const fabricsNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<SellableProduct[]> => {
  const fabrics = await fabricsByNumber(db, numbers)
  return numbers.flatMap((number) => fabrics.get(number) ?? [])
}

const fabricsByNumber = eachUntilWritten(async (db, numbers) => {
  const feed = await showsFeed(db)
  const fabrics = new Map<string, SellableProduct>()
  await inPortions(numbers, async (some) => {
    // With a condition on the type SQLite would walk through all fabrics by an index.
    const rows = await published(db, feed)
      .leftJoin('stock', 'stock.number', 'product.number')
      .select(['stock.mostUnits', 'stock.heldUnits'])
      .where('product.number', 'in', some)
      .execute()
    for (const { mostUnits, heldUnits, ...row } of rows) {
      if (row.type !== 'fabric') continue
      const isCounted = mostUnits !== null && heldUnits !== null
      fabrics.set(row.number, { ...sellable(row), ...(isCounted && stockOf({ mostUnits, heldUnits })) })
    }
  })
  const shown = await markSuspended(db, await withOwnPictures(db, [...fabrics.values()]))
  return new Map(shown.map((fabric) => [fabric.number, fabric]))
})

/** Empty while there is no copy of the feed to show. */
export const newestFabrics = async (db: Kysely<Schema>, limit: number): Promise<SellableProduct[]> => {
  const feed = await configuredFeed(db)
  if (productListStateOf(feed).kind !== 'ready') return []
  const rows = await published(db, feed !== null)
    .where('type', '=', 'fabric')
    .orderBy('createdAt', 'desc')
    .orderBy('position')
    .orderBy('number')
    .limit(limit)
    .execute()
  return withSuspended(db, await withOwnPictures(db, rows.map(sellable)))
}

/** Closed by hand or by a holiday (N60) at `now` (epoch ms); null while open. */
export const shopClosure = async (db: Kysely<Schema>, now: number): Promise<Closure | null> => {
  const stored = await shopState(db, 'closure')
  if (!stored) {
    const holiday = await presentHoliday(db, now)
    if (holiday === null) return null
    const since = holidayBounds(holiday).begins
    return { since, message: holidayLine(holiday), holiday: holidayDays(holiday) }
  }
  const { since, message } = fieldsOf(parsedJson(stored))
  return { since: Number(since ?? 0), message: String(message ?? '') }
}

export const closedItems = async (db: Kysely<Schema>): Promise<ClosedItem[]> => {
  const rows = await db
    .selectFrom('closedProduct')
    .leftJoin('product', 'product.number', 'closedProduct.number')
    .select(['closedProduct.number', 'closedProduct.closedAt as closedAt'])
    .select(['product.name', 'product.type', 'product.description'])
    .orderBy('closedProduct.closedAt', 'desc')
    .orderBy('closedProduct.number')
    .execute()
  return rows.map(({ number, closedAt, name, type, description }) => ({
    number,
    closedAt,
    name:
      name === null || type === null ? null : nameWithColour({ name, type, description: description ?? '' }),
  }))
}
