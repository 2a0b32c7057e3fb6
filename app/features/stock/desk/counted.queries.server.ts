import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { productsFound } from '~/features/products/queries.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { restockKept } from '~/features/stock/restock/rules.ts'
import { usualLowAt } from '~/features/stock/rules.ts'
import { soldDays, soldUnits } from '~/features/stock/sold.queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { type CountedProduct, type CountedSort, type CountedState, daysOfStock } from './counted.rules.ts'

/** A page of the list, the nearest one to the one that was asked for (P24), and how many products there are. */
export interface CountedPage {
  readonly rows: readonly CountedProduct[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** Which products of the list, and in which order. */
export interface CountedFilter {
  readonly q: string
  readonly state: CountedState | null
  readonly type: ProductType | null
  readonly sort: CountedSort
  readonly dir: 'asc' | 'desc'
  /** Rows of a page, and the page's place from 1. */
  readonly size: number
  readonly page: number
}

type Moment = Pick<AppContext, 'now' | 'demo'>

const number = sql.ref('stock.number')
const lowAt = sql<number>`coalesce(stock.low_at, ${sql.lit(usualLowAt)})`
const total = sql<number>`coalesce((select sum(stock_piece.left_units) from stock_piece
  where stock_piece.number = ${number} and stock_piece.closed_at is null), 0)`
const promised = sql<number>`coalesce((select sum(stock_claim.units) from stock_claim
  where stock_claim.number = ${number} and stock_claim.state in ('held', 'promised')), 0)`
/** Of what was ordered from the supplier, what came since. */
const arrived = sql<number>`coalesce((select sum(stock_move.units) from stock_move
  where stock_move.number = ${number} and stock_move.why = 'received' and stock_move.happened_at > stock.reordered_at), 0)
  - coalesce((select sum(received_piece.units) from received_piece
  inner join receiving on receiving.id = received_piece.receiving_id
  where received_piece.number = ${number} and received_piece.state = 'undone'
  and receiving.received_at > stock.reordered_at), 0)`
const isReordered = sql<boolean>`(stock.reordered_at is not null and stock.reordered_units > ${arrived})`
const soldMonth = sql<number>`coalesce(sold.in_month, 0)`
const soldWeek = sql<number>`coalesce(sold.in_week, 0)`
const daysLeft = sql<number | null>`case when ${soldMonth} > 0
  then (${total} * ${sql.lit(soldDays.month)}) / ${soldMonth} end`

/** Confirmed requests that still count at `now` (W12). */
const waitingAt = (now: number) => sql<number>`(select count(*) from restock_request
  where restock_request.number = ${number} and restock_request.confirmed_at > ${now - restockKept.confirmed})`

const sortsAt = (now: number): Readonly<Record<CountedSort, RawBuilder<number | string | null>>> => ({
  number: sql<string>`stock.number`,
  name: sql<string>`product.name`,
  longest: sql<number>`stock.most_units`,
  total,
  promised,
  soldWeek,
  soldMonth,
  daysLeft,
  lowAt,
  waiting: waitingAt(now),
  reordered: sql<number | null>`case when ${isReordered} then stock.reordered_at end`,
})

/** Their order asks for what was sold. */
const bySold: ReadonlySet<CountedSort> = new Set(['soldWeek', 'soldMonth', 'daysLeft'])

const statesAt = (now: number): Readonly<Record<CountedState, RawBuilder<boolean>>> => ({
  low: sql<boolean>`(stock.most_units > 0 and stock.most_units <= ${lowAt})`,
  'sold-out': sql<boolean>`stock.most_units = 0`,
  short: sql<boolean>`exists (select 1 from stock_claim where stock_claim.number = ${number}
    and stock_claim.state in ('held', 'promised') and stock_claim.piece_id is null)`,
  awaited: sql<boolean>`${waitingAt(now)} > 0`,
  reordered: isReordered,
})

const nothing: CountedPage = { rows: [], total: 0, page: 1, pages: 1 }

/** As many as any shop has of one search. */
const mostFound = 2_000

const foundBy = async (db: Kysely<Schema>, q: string): Promise<string[] | null> => {
  const [fabrics, kits] = await Promise.all([productsFound(db, 'fabric', q), productsFound(db, 'kit', q)])
  if (fabrics === null && kits === null) return null
  return [...(fabrics?.keys() ?? []), ...(kits?.keys() ?? [])].slice(0, mostFound)
}

/**
 * A page of the counted products, whatever their state on sale, and how many the filter leaves. What was sold is told of orders paid
 * within 7 and 30 days; days left are those of all that is left at the pace of 30 days.
 */
export const countedProducts = async (
  db: Kysely<Schema>,
  { now: clock, demo }: Moment,
  { q, state, type, sort, dir, size, page: asked }: CountedFilter,
): Promise<CountedPage> => {
  const now = clock()
  const found = q === '' ? null : await foundBy(db, q)
  if (found !== null && found.length === 0) return nothing
  const listed = db
    .selectFrom('stock')
    .innerJoin('product', 'product.number', 'stock.number')
    .$if(type !== null, (query) => query.where('product.type', '=', type ?? 'fabric'))
    .$if(state !== null, (query) => query.where(statesAt(now)[state ?? 'low']))
    .$if(found !== null, (query) => query.where('stock.number', 'in', found ?? []))
  const all = await listed.select(sql<number>`count(*)`.as('all')).executeTakeFirstOrThrow()
  const pages = Math.max(1, Math.ceil(Number(all.all) / size))
  const page = Math.min(asked, pages)
  const by = sortsAt(now)[sort]
  const sold = soldUnits(db, { now, demo }).as('sold')
  // First which they are: SQLite works out for every row before a page what it shows.
  const keys = await listed
    .$if(bySold.has(sort), (query) => query.leftJoin(sold, 'sold.number', 'stock.number'))
    .select('stock.number')
    // What cannot be told stands last in both directions.
    .orderBy(sql`case when ${by} is null then 1 else 0 end`)
    .orderBy(by, dir)
    .orderBy('stock.number')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const numbers = keys.map((row) => row.number)
  if (numbers.length === 0) return nothing
  const rows = await db
    .selectFrom('stock')
    .innerJoin('product', 'product.number', 'stock.number')
    .leftJoin(sold, 'sold.number', 'stock.number')
    .where('stock.number', 'in', numbers)
    .select(['stock.number', 'stock.version', 'stock.mostUnits as longest', 'stock.lowAt', 'stock.countedBy'])
    .select(['stock.reorderedUnits', 'stock.reorderedAt'])
    .select(['product.name', 'product.type', 'product.description', 'product.status'])
    .select([total.as('total'), promised.as('promised'), soldWeek.as('soldWeek'), soldMonth.as('soldMonth')])
    .select([waitingAt(now).as('waiting'), arrived.as('arrived')])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, shown(row)]))
  return { rows: numbers.flatMap((each) => byNumber.get(each) ?? []), total: Number(all.all), page, pages }
}

type Row = Parameters<typeof nameWithColour>[0] & {
  readonly number: string
  readonly version: number
  readonly longest: number
  readonly lowAt: number | null
  readonly countedBy: 'desk' | 'feed'
  readonly reorderedUnits: number | null
  readonly reorderedAt: number | null
  readonly type: ProductType
  readonly status: string
} & Readonly<Record<'total' | 'promised' | 'soldWeek' | 'soldMonth' | 'waiting' | 'arrived', number | string>>

const shown = ({ reorderedUnits, reorderedAt, arrived, ...row }: Row): CountedProduct => {
  const [total, soldMonth] = [Number(row.total), Number(row.soldMonth)]
  const rest = (reorderedUnits ?? 0) - Number(arrived)
  return {
    number: row.number,
    name: nameWithColour(row),
    type: row.type,
    status: row.status,
    version: row.version,
    longest: row.longest,
    total,
    promised: Number(row.promised),
    soldWeek: Number(row.soldWeek),
    soldMonth,
    daysLeft: daysOfStock(total, soldMonth),
    lowAt: row.lowAt,
    waiting: Number(row.waiting),
    reorder:
      reorderedUnits === null || reorderedAt === null || rest <= 0
        ? null
        : { units: reorderedUnits, arrived: Number(arrived), at: reorderedAt },
  }
}
