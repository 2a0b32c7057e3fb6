import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { factsOfRow, nameWithColour } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { piecesText, widthCmIn } from '~/features/stock/measures.rules.ts'
import { isOpenClaim } from '~/features/stock/queries.server.ts'
import { holdsOf, type StockLine, usualLowAt } from '~/features/stock/rules.ts'
import { cellInWords } from '~/features/stock/shelf.rules.ts'
import type { Joined } from '~/kernel/shop-settings.ts'
import { inChunks } from '~/server/database/engine.ts'
import { claimOf, openClaimsOf } from './desk.queries.server.ts'

/** Low-stock condition (K11). */
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
    .where(isOpenClaim)
    .where('stockClaim.pieceId', 'is', null)

const found = (db: Kysely<Schema>) =>
  db.selectFrom('foundFabric').innerJoin('product', 'product.number', 'foundFabric.number')

const holding = (db: Kysely<Schema>) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
    .where(isOpenClaim)
    .where('stockClaim.state', '=', 'held')

/** Length of each stock list. */
export const stockCounts = {
  low: async (db: Kysely<Schema>): Promise<number> => numberOf(await low(db).select(all).executeTakeFirst()),
  recount: async (db: Kysely<Schema>): Promise<number> =>
    numberOf(await toRecount(db).select(all).executeTakeFirst()),
  soldOut: async (db: Kysely<Schema>): Promise<number> =>
    numberOf(await soldOut(db).select(all).executeTakeFirst()),
  short: async (db: Kysely<Schema>): Promise<number> => {
    const products = promisedBeyond(db).select(({ fn }) =>
      fn.count<number>('stockClaim.number').distinct().as('all'),
    )
    return numberOf(await products.executeTakeFirst())
  },
  found: async (db: Kysely<Schema>): Promise<number> => {
    const products = found(db).select(({ fn }) => fn.count<number>('foundFabric.number').distinct().as('all'))
    return numberOf(await products.executeTakeFirst())
  },
  holds: async (db: Kysely<Schema>): Promise<number> => {
    const orders = holding(db).select(({ fn }) => fn.count<number>('stockClaim.orderId').distinct().as('all'))
    return numberOf(await orders.executeTakeFirst())
  },
}

const all = sql<number>`count(*)`.as('all')
const numberOf = (row: { readonly all: number } | undefined): number => Number(row?.all ?? 0)

/** Rows of one list; the page says how many more there are. */
const mostListed = 300

const named = ['product.number', 'product.name', 'product.type', 'product.description'] as const

/** Products whose feed value differs from the stock; the feed does not learn of sales (K14). */
const sheetLines = async (db: Kysely<Schema>, joined: Joined) => {
  const cells = await counted(db)
    .select(named)
    .select(factColumns)
    .select(({ fn }) => fn.coalesce('stock.waitingCell', 'stock.feedCell', sql.lit('')).as('cell'))
    .where(({ or, eb }) =>
      or([eb('stock.waitingCell', 'is not', null), eb('stock.feedCell', 'is not', null)]),
    )
    .orderBy('stock.number')
    .execute()
  const told = cells.filter(({ cell }) => cell !== '')
  const lines = await linesOf(db, told)
  return lines.flatMap((line, at) => {
    const product = told[at]
    if (product === undefined) return []
    const { cell } = product
    const says = cellInWords(cell, { joined, widthCm: widthCmIn(factsOfRow(product).width) })
    // What nobody can read is told with its row of the list.
    return says === line.pieces || (says === null && line.pieces === '0') ? [] : [{ ...line, cell }]
  })
}

const byUnits = async (db: Kysely<Schema>, query: ReturnType<typeof counted>, most: number) =>
  linesOf(
    db,
    await query.select(named).orderBy('stock.mostUnits').orderBy('stock.number').limit(most).execute(),
  )

/** The first `most` of what `stockCounts` counts. */
export const stockLines = {
  low: (db: Kysely<Schema>, most: number) => byUnits(db, low(db), most),
  recount: (db: Kysely<Schema>, most: number) => byUnits(db, toRecount(db), most),
  soldOut: (db: Kysely<Schema>, most: number) => byUnits(db, soldOut(db), most),
  found: async (db: Kysely<Schema>, most: number) =>
    linesOf(db, await found(db).select(named).distinct().orderBy('product.number').limit(most).execute()),
} as const

/** Products that are low, sold out or over-claimed, and orders that hold stock while paying. */
export const stockLists = async (db: Kysely<Schema>, joined: Joined) => {
  const short = promisedBeyond(db).select(named).distinct().orderBy('product.number').limit(mostListed)
  const holds = holding(db)
    .select(['orders.orderNumber as order', 'orders.sessionExpiresAt', 'stockClaim.until'])
    .select(['stockClaim.number', 'stockClaim.units'])
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .orderBy('stockClaim.position')
    .limit(mostListed)
  const sheet = await sheetLines(db, joined)
  return {
    sheet: sheet.slice(0, mostListed),
    moreOfSheet: Math.max(0, sheet.length - mostListed),
    recount: await stockLines.recount(db, mostListed),
    low: await stockLines.low(db, mostListed),
    soldOut: await stockLines.soldOut(db, mostListed),
    short: await linesOf(db, await short.execute()),
    found: await stockLines.found(db, mostListed),
    holds: holdsOf(await holds.execute()),
  }
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
  const leftOf = Map.groupBy(pieces, ({ number }) => number)
  const claimsOf = Map.groupBy(claims, ({ number }) => number)
  return products.map((product) => ({
    number: product.number,
    name: nameWithColour(product),
    pieces: piecesText((leftOf.get(product.number) ?? []).map(({ leftUnits }) => leftUnits)),
    orders: (claimsOf.get(product.number) ?? []).filter(({ pieceId }) => pieceId === null).map(claimOf),
  }))
}
