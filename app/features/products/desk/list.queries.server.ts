import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { factColumns, productsFound, showsFeed } from '~/features/products/queries.server.ts'
import { soldUnits } from '~/features/stock/desk/sold.queries.server.ts'
import { usualLowAt } from '~/features/stock/rules.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { isVisible } from '~/kernel/text.ts'
import {
  everyProduct,
  type ListedProduct,
  type ProductSort,
  type ProductsAsked,
  type StockChoice,
} from './list.rules.ts'
import { deskProductRow, productsOfDesk } from './queries.server.ts'

interface Shop {
  readonly now: number
  readonly demo: boolean
}

const unitsLeft = sql<number | null>`(
  select sum(stock_piece.left_units) from stock_piece
  where stock_piece.number = product.number and stock_piece.closed_at is null
)`

const asked = (db: Kysely<Schema>, feed: boolean, shop: Shop) =>
  productsOfDesk(db, feed)
    .leftJoin(soldUnits(db, shop).as('sold'), 'sold.number', 'product.number')
    .select(factColumns)
    .select(['product.updatedAt as changedAt'])
    .select((eb) => [
      eb.fn.coalesce('sold.inMonth', sql.lit(0)).as('sold'),
      eb.case().when('stock.number', 'is', null).then(null).else(unitsLeft).end().as('total'),
    ])

type Asked = ReturnType<typeof asked>

/** By what each column is ordered; null stands behind everything. */
const orders: Readonly<Record<ProductSort, RawBuilder<unknown>>> = {
  number: sql`product.number`,
  name: sql`coalesce(nullif(product.reading, ''), product.name)`,
  colour: sql`nullif(product.colour, '')`,
  material: sql`nullif(product.material, '')`,
  type: sql`product.type`,
  price: sql`product.price`,
  longest: sql`stock.most_units`,
  total: sql`case when stock.number is null then null else ${unitsLeft} end`,
  sold: sql`coalesce(sold.in_month, 0)`,
  status: sql`product.status`,
  changed: sql`product.updated_at`,
}

const lowAt = sql<number>`coalesce(stock.low_at, ${sql.lit(usualLowAt)})`

const withStock = (query: Asked, stock: StockChoice): Asked => {
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
  shop: Shop,
): Promise<Asked | undefined> => {
  let found = asked(db, await showsFeed(db), shop)
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

/** In the order of the shop where no column is asked for, and among equals. */
const inOrder = (query: Asked, { sort, isDescending }: ProductsAsked): Asked => {
  const of = sort === null ? null : orders[sort]
  const sorted =
    of === null ? query : query.orderBy(sql`${of} is null`).orderBy(of, isDescending ? 'desc' : 'asc')
  return sorted.orderBy('product.type').orderBy('product.position').orderBy('product.number')
}

export interface ProductsListed {
  readonly rows: readonly ListedProduct[]
  /** Of all pages. */
  readonly total: number
}

type AskedRow = Awaited<ReturnType<Asked['execute']>>[number]

const rowsOf = async (db: Kysely<Schema>, found: readonly AskedRow[]): Promise<ListedProduct[]> => {
  const own = await ownPictures(
    db,
    found.map(({ imageUrl }) => displayImageUrl(imageUrl)),
  )
  return found.map((row) => {
    const { colour, material } = factsOfRow(row)
    return {
      ...deskProductRow(row, own),
      ...{ colour, material },
      longest: row.mostUnits,
      total: row.mostUnits === null ? null : Number(row.total ?? 0),
      sold: Number(row.sold),
      changedAt: row.changedAt,
      stockVersion: row.stockVersion ?? 0,
    }
  })
}

/** A page of the products that an address asks for, with how many there are. */
export const listedProducts = async (
  db: Kysely<Schema>,
  of: ProductsAsked,
  shop: Shop,
): Promise<ProductsListed> => {
  const found = await chosen(db, of, shop)
  if (found === undefined) return { rows: [], total: 0 }
  const { total } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await inOrder(found, of)
    .limit(of.size)
    .offset((of.page - 1) * of.size)
    .execute()
  return { rows: await rowsOf(db, rows), total: Number(total) }
}

/** These products as the list shows them, in the order of the shop; unknown numbers are missing. */
export const productsMarked = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  shop: Shop,
): Promise<ListedProduct[]> => {
  if (numbers.length === 0) return []
  const found = asked(db, await showsFeed(db), shop).where('product.number', 'in', numbers)
  return rowsOf(db, await inOrder(found, everyProduct).execute())
}
