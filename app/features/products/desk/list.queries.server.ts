import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { factColumns, productsFound, showsFeed } from '~/features/products/queries.server.ts'
import { usualLowAt } from '~/features/stock/rules.ts'
import { soldUnits } from '~/features/stock/sold.queries.server.ts'
import { pageOf, sortedBy } from '~/kernel/desk-list.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { isVisible } from '~/kernel/text.ts'
import type { ListedProduct, ProductSort, ProductsAsked, StockChoice } from './list.rules.ts'
import { deskProductRow, productsOfDesk } from './queries.server.ts'

interface Shop {
  readonly now: number
  readonly demo: boolean
}

type Found = ReturnType<typeof productsOfDesk>

const unitsLeft = sql<number | null>`(
  select sum(stock_piece.left_units) from stock_piece
  where stock_piece.number = product.number and stock_piece.closed_at is null
)`

/** By what each column is ordered; null stands behind everything. What was sold is ordered by the counts themselves. */
const orders: Readonly<Record<Exclude<ProductSort, 'sold'>, RawBuilder<unknown>>> = {
  number: sql`product.number`,
  name: sql`coalesce(nullif(product.reading, ''), product.name)`,
  colour: sql`nullif(product.colour, '')`,
  material: sql`nullif(product.material, '')`,
  type: sql`product.type`,
  price: sql`product.price`,
  longest: sql`stock.most_units`,
  total: sql`case when stock.number is null then null else coalesce(${unitsLeft}, 0) end`,
  status: sql`product.status`,
  changed: sql`product.updated_at`,
}

const lowAt = sql<number>`coalesce(stock.low_at, ${sql.lit(usualLowAt)})`

const withStock = (query: Found, stock: StockChoice): Found => {
  if (stock === 'none') return query.where('stock.number', 'is', null)
  if (stock === 'sold-out') return query.where('stock.mostUnits', '=', 0)
  if (stock === 'there') return query.where('stock.mostUnits', '>', 0)
  return query.where('stock.mostUnits', '>', 0).whereRef('stock.mostUnits', '<=', lowAt)
}

/** Ids of colours, patterns and materials are words that no two of them share. */
const hasFacet = (id: string) =>
  sql<boolean>`' ' || replace(coalesce(product.facets, ''), ${'\n'}, ' ') || ' ' like ${`% ${id} %`}`

const mostFound = 2_000

/** Those that the address asks for; undefined when its search finds none. */
const chosen = async (
  db: Kysely<Schema>,
  { q, type, state, stock, colour, material, withoutPicture }: ProductsAsked,
): Promise<Found | undefined> => {
  let found = productsOfDesk(db, await showsFeed(db))
  if (type !== null) found = found.where('product.type', '=', type)
  if (state !== null) found = found.where('product.status', '=', state)
  if (stock !== null) found = withStock(found, stock)
  if (colour !== null) found = found.where(hasFacet(colour))
  if (material !== null) found = found.where(hasFacet(material))
  if (withoutPicture) found = found.where('product.imageUrl', '=', '')
  if (!isVisible(q)) return found
  const [fabrics, kits] = await Promise.all([productsFound(db, 'fabric', q), productsFound(db, 'kit', q)])
  const numbers = [...(fabrics?.keys() ?? []), ...(kits?.keys() ?? [])].slice(0, mostFound)
  return numbers.length === 0 ? undefined : found.where('product.number', 'in', numbers)
}

const inShopOrder = (query: Found): Found =>
  query.orderBy('product.type').orderBy('product.position').orderBy('product.number')

const numbersOf = async (query: Found): Promise<string[]> =>
  (await query.clearSelect().select('product.number').execute()).map(({ number }) => number)

/** Units of each product that was sold within 30 days. */
const soldOf = async (
  db: Kysely<Schema>,
  shop: Shop,
  numbers?: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const all = soldUnits(db, shop)
  const rows = await (numbers === undefined ? all : all.where('orderLine.number', 'in', numbers)).execute()
  return new Map(rows.map(({ number, inMonth }) => [number, Number(inMonth)]))
}

/** The numbers of a page, the nearest one to the one that was asked for (P24), with how many there are on all of them; among equals in the order of the shop. */
const pageOfNumbers = async (
  db: Kysely<Schema>,
  found: Found,
  { sort, isDescending, page: asked, size }: ProductsAsked,
  shop: Shop,
): Promise<Omit<ProductsListed, 'rows'> & { readonly numbers: readonly string[] }> => {
  if (sort === 'sold') {
    const sold = await soldOf(db, shop)
    const numbers = await numbersOf(inShopOrder(found))
    const sorted = sortedBy(numbers, (number) => sold.get(number) ?? 0, isDescending ? 'desc' : 'asc')
    const { rows, page } = pageOf(sorted, { page: asked, size })
    return { numbers: rows, total: numbers.length, page }
  }
  const of = sort === null ? null : orders[sort]
  const sorted =
    of === null ? found : found.orderBy(sql`${of} is null`).orderBy(of, isDescending ? 'desc' : 'asc')
  const { all } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  const total = Number(all)
  const page = Math.min(asked, Math.max(1, Math.ceil(total / size)))
  const numbers = await numbersOf(
    inShopOrder(sorted)
      .limit(size)
      .offset((page - 1) * size),
  )
  return { numbers, total, page }
}

const detailed = (db: Kysely<Schema>, feed: boolean, numbers: readonly string[]) =>
  productsOfDesk(db, feed)
    .select(factColumns)
    .select(['product.updatedAt as changedAt'])
    .select((eb) => eb.case().when('stock.number', 'is', null).then(null).else(unitsLeft).end().as('total'))
    .where('product.number', 'in', numbers)

export interface ProductsListed {
  readonly rows: readonly ListedProduct[]
  /** Of all pages. */
  readonly total: number
  /** The one that is shown, from 1. */
  readonly page: number
}

/** A page of the products that an address asks for, with how many there are. */
export const listedProducts = async (
  db: Kysely<Schema>,
  of: ProductsAsked,
  shop: Shop,
): Promise<ProductsListed> => {
  const found = await chosen(db, of)
  if (found === undefined) return { rows: [], total: 0, page: 1 }
  const { numbers, total, page } = await pageOfNumbers(db, found, of, shop)
  return { rows: await productsMarked(db, numbers, shop), total, page }
}

/** These products as the list shows them, in this order, at most some hundreds; unknown numbers are missing. */
export const productsMarked = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  shop: Shop,
): Promise<ListedProduct[]> => {
  if (numbers.length === 0) return []
  const found = await detailed(db, await showsFeed(db), numbers).execute()
  const sold = await soldOf(db, shop, numbers)
  const own = await ownPictures(
    db,
    found.map(({ imageUrl }) => displayImageUrl(imageUrl)),
  )
  const rows = new Map(
    found.map((row) => {
      const { colour, material } = factsOfRow(row)
      const listed: ListedProduct = {
        ...deskProductRow(row, own),
        ...{ colour, material },
        longest: row.mostUnits,
        total: row.mostUnits === null ? null : Number(row.total ?? 0),
        sold: sold.get(row.number) ?? 0,
        changedAt: row.changedAt,
        stockVersion: row.stockVersion ?? 0,
      }
      return [row.number, listed]
    }),
  )
  return numbers.flatMap((number) => rows.get(number) ?? [])
}
