import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { piecesText } from '~/features/stock/measures.rules.ts'
import { holdsOf, type StockLine, usualLowAt } from '~/features/stock/rules.ts'
import { inChunks } from '~/server/database/engine.ts'
import { openClaimsOf } from './desk.queries.server.ts'

/** Few are left from here on (K11). */
const lowAt = sql<number>`coalesce(stock.low_at, ${sql.lit(usualLowAt)})`

const counted = (db: Kysely<Schema>) =>
  db
    .selectFrom('stock')
    .innerJoin('product', 'product.number', 'stock.number')
    .where('product.status', '=', publishedStatus)

const soldOut = (db: Kysely<Schema>) => counted(db).where('stock.mostUnits', '=', 0)

const low = (db: Kysely<Schema>) =>
  counted(db).where('stock.mostUnits', '>', 0).whereRef('stock.mostUnits', '<=', lowAt)

const toRecount = (db: Kysely<Schema>) =>
  db.selectFrom('stock').innerJoin('product', 'product.number', 'stock.number').where('stock.recount', '=', 1)

const promisedBeyond = (db: Kysely<Schema>) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('product', 'product.number', 'stockClaim.number')
    .where('stockClaim.state', 'in', ['held', 'promised'])
    .where('stockClaim.pieceId', 'is', null)

const holding = (db: Kysely<Schema>) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
    .where('stockClaim.state', '=', 'held')

/** How many products or orders each list of the stock has. */
export const stockCounts = {
  low: async (db: Kysely<Schema>): Promise<number> => numberOf(await low(db).select(all).executeTakeFirst()),
  recount: async (db: Kysely<Schema>): Promise<number> =>
    numberOf(await toRecount(db).select(all).executeTakeFirst()),
  soldOut: async (db: Kysely<Schema>): Promise<number> =>
    numberOf(await soldOut(db).select(all).executeTakeFirst()),
  short: async (db: Kysely<Schema>): Promise<number> => {
    const found = promisedBeyond(db).select(({ fn }) =>
      fn.count<number>('stockClaim.number').distinct().as('all'),
    )
    return numberOf(await found.executeTakeFirst())
  },
  holds: async (db: Kysely<Schema>): Promise<number> => {
    const found = holding(db).select(({ fn }) => fn.count<number>('stockClaim.orderId').distinct().as('all'))
    return numberOf(await found.executeTakeFirst())
  },
}

const all = sql<number>`count(*)`.as('all')
const numberOf = (row: { readonly all: number } | undefined): number => Number(row?.all ?? 0)

/** Rows of one list; the page says how many more there are. */
const mostListed = 300

const named = ['product.number', 'product.name', 'product.type', 'product.description'] as const

/** The products of which few are left, are none left, and more is promised than there is; and who holds cloth while she pays. */
export const stockLists = async (db: Kysely<Schema>) => {
  const products = (query: ReturnType<typeof counted>) =>
    query.select(named).orderBy('stock.mostUnits').orderBy('stock.number').limit(mostListed).execute()
  const short = promisedBeyond(db).select(named).distinct().orderBy('product.number').limit(mostListed)
  const holds = holding(db)
    .select(['orders.orderNumber as order', 'orders.sessionExpiresAt', 'stockClaim.until'])
    .select(['stockClaim.number', 'stockClaim.units'])
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .orderBy('stockClaim.position')
    .limit(mostListed)
  const fromSheet = counted(db).where(
    ({ fn, val }) => sql<boolean>`${fn.coalesce('stock.waitingCell', 'stock.feedCell')} <> ${val('')}`,
  )
  const cells = await fromSheet
    .select(named)
    .select(({ fn }) => fn.coalesce('stock.waitingCell', 'stock.feedCell').as('cell'))
    .orderBy('stock.number')
    .limit(mostListed)
    .execute()
  const cellOf = new Map(cells.map(({ number, cell }) => [number, cell ?? '']))
  const sheet = (await linesOf(db, cells)).map((line) => ({ ...line, cell: cellOf.get(line.number) ?? '' }))
  return {
    sheet: sheet.filter(({ cell, pieces }) => cell !== pieces),
    recount: await linesOf(db, await products(toRecount(db))),
    low: await linesOf(db, await products(low(db))),
    soldOut: await linesOf(db, await products(soldOut(db))),
    short: await linesOf(db, await short.execute()),
    holds: holdsOf(await holds.execute()),
  }
}

/** What is left of each counted product of these, as a cell of the feed tells it. */
export const stockCells = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('stock')
    .leftJoin('stockPiece', 'stockPiece.number', 'stock.number')
    .select(['stock.number', 'stockPiece.leftUnits'])
    .execute()
  const found = Map.groupBy(rows, ({ number }) => number)
  return new Map(
    numbers.flatMap((number) => {
      const pieces = found.get(number)?.flatMap(({ leftUnits }) => (leftUnits ? leftUnits : []))
      return pieces === undefined ? [] : [[number, piecesText(pieces)] as const]
    }),
  )
}

const linesOf = async (
  db: Kysely<Schema>,
  products: ReadonlyArray<{
    readonly number: string
    readonly name: string
    readonly type: 'fabric' | 'kit'
    readonly description: string
  }>,
): Promise<StockLine[]> => {
  const numbers = products.map(({ number }) => number)
  const pieces: { number: string; leftUnits: number }[] = []
  const claims: Awaited<ReturnType<typeof openClaimsOf>> = []
  for (const some of inChunks(numbers)) {
    const open = db.selectFrom('stockPiece').select(['number', 'leftUnits']).where('leftUnits', '>', 0)
    pieces.push(...(await open.where('number', 'in', some).execute()))
    claims.push(...(await openClaimsOf(db, some)))
  }
  return products.map((product) => ({
    number: product.number,
    name: nameWithColour(product),
    pieces: piecesText(
      pieces.filter(({ number }) => number === product.number).map(({ leftUnits }) => leftUnits),
    ),
    orders: claims
      .filter(({ number, pieceId }) => number === product.number && pieceId === null)
      .map(({ order }) => order),
  }))
}
