import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema, StockClaimTable, StockPieceTable, StockTable } from '#db/schema.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import { numbersWritten } from '~/features/products/rules.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { piecesText, saysNone, widthCmIn } from './measures.rules.ts'
import { type BoltsOfLine, boltName, type Measured, type WantedPiece } from './rules.ts'

export type StockRow = Selectable<StockTable>
export type PieceRow = Selectable<StockPieceTable>
export type ClaimRow = Selectable<StockClaimTable>

/** Repeats the condition of the two partial indexes literally: SQLite does not use them for bound values and would scan all claims. */
export const isOpenClaim = sql<boolean>`stock_claim.state in ('held', 'promised')`
export const isStandingClaim = sql<boolean>`stock_claim.state <> 'released'`

/** Whether this order holds stock for its payment page. */
export const hasHolds = async (db: Kysely<Schema>, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('stockClaim')
    .select('id')
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .where('state', '=', 'held')
    .executeTakeFirst()) !== undefined

/** Whether the order has a piece for each of its counted lines. */
export const holdsAllOf = async (
  db: Kysely<Schema>,
  orderId: string,
  lines: readonly WantedPiece[],
): Promise<boolean> => {
  const counted = await countedAmong(
    db,
    lines.map(({ number }) => number),
  )
  if (counted.size === 0) return true
  const held = await db
    .selectFrom('stockClaim')
    .select('position')
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .where('pieceId', 'is not', null)
    .execute()
  const positions = new Set(held.map(({ position }) => position))
  return lines.every(({ number, position }) => !counted.has(number) || positions.has(position))
}

/** What an order of a browser could have of a counted number: most units in one piece, and whether others are paying for some. */
export interface StockForBrowser {
  readonly number: string
  readonly most: number
  readonly waits: boolean
}

/** As `holdPieces` would find it: what the browser's unpaid orders hold is given back first (K5). Counted numbers only. */
export const stockForBrowser = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  browserToken: string | null,
): Promise<StockForBrowser[]> => {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('stock')
    .select(['number', 'mostUnits', 'heldUnits'])
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
  if (rows.length === 0) return []
  const own = browserToken === null ? [] : await heldByBrowser(db, browserToken)
  return rows.map(({ number, mostUnits, heldUnits }) => {
    const pieces = new Map<string, number>()
    let held = 0
    for (const { number: of, pieceId, units, leftUnits } of own) {
      // A claim for which a count found no place holds no piece (K9).
      if (of !== number || pieceId === null) continue
      held += units
      pieces.set(pieceId, (pieces.get(pieceId) ?? leftUnits ?? 0) + units)
    }
    return { number, most: Math.max(mostUnits, ...pieces.values()), waits: heldUnits > held }
  })
}

/**
 * Held claims of a browser's unpaid orders, with what is left of their pieces. The order that is being placed has none yet: placing it
 * gives them back (K5), so to its browser they are free (K31).
 */
export const heldByBrowser = (db: Kysely<Schema>, browserToken: string) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('orders', 'orders.id', 'stockClaim.orderId')
    .leftJoin('stockPiece', 'stockPiece.id', 'stockClaim.pieceId')
    .selectAll('stockClaim')
    .select('stockPiece.leftUnits')
    .where(isOpenClaim)
    .where('stockClaim.state', '=', 'held')
    .where('orders.browserToken', '=', browserToken)
    .where('orders.state', '=', 'pending')
    .execute()

/** The counted ones among these numbers. */
export const countedAmong = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set()
  const rows = await db.selectFrom('stock').select('number').where('number', 'in', numbers).execute()
  return new Set(rows.map(({ number }) => number))
}

/** Those among these numbers that wait as sold out: no cell of the list for them could be read yet, so they never had a piece (N103). */
export const waitingForCell = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('stock')
    .select(['number', 'feedCell'])
    .where('number', 'in', numbers)
    .where('countedBy', '=', 'feed')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stockPiece').select('id').whereRef('stockPiece.number', '=', 'stock.number'))),
    )
    .execute()
  return new Set(rows.flatMap(({ number, feedCell }) => (saysNone(feedCell ?? '') ? [] : [number])))
}

/** Whether any of these numbers is counted. */
export const hasCounted = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<boolean> =>
  (await countedAmong(db, numbers)).size > 0

/**
 * Locks the counted ones among these numbers until the transaction ends, in the order of numbers, after the order's row and before
 * any piece (K4). Whatever changes pieces or claims of a number holds this lock.
 */
export const lockStock = async (
  trx: AppTransaction,
  numbers: Iterable<string>,
): Promise<Map<string, StockRow>> => {
  const rows = new Map<string, StockRow>()
  for (const some of inChunks([...new Set(numbers)].toSorted((a, b) => (a < b ? -1 : 1)))) {
    const found = await trx
      .selectFrom('stock')
      .selectAll()
      .where('number', 'in', some)
      .orderBy('number')
      .$call(forUpdate(trx))
      .execute()
    for (const row of found) rows.set(row.number, row)
  }
  return rows
}

/** Pieces with units left or claimed, oldest first. */
export const openPieces = (trx: Kysely<Schema>, number: string): Promise<PieceRow[]> =>
  trx
    .selectFrom('stockPiece')
    .selectAll()
    .where('number', '=', number)
    .where('closedAt', 'is', null)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()

export const openClaims = (trx: Kysely<Schema>, number: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('number', '=', number)
    .where(isOpenClaim)
    .orderBy('claimedAt')
    .orderBy('id')
    .execute()

/** Unreleased claims of a number, cut ones included. */
export const claimsOn = (trx: AppTransaction, number: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('number', '=', number)
    .where('state', '!=', 'released')
    .orderBy('id')
    .execute()

/** Unreleased claims of an order. */
export const claimsOfOrder = (trx: AppTransaction, orderId: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .orderBy('position')
    .execute()

/** Like `lockStock`, for all numbers that these orders have claimed. */
export const lockStockOfOrders = async (trx: AppTransaction, orderIds: readonly string[]): Promise<void> => {
  const numbers: string[] = []
  for (const ids of inChunks(orderIds)) {
    const claims = trx.selectFrom('stockClaim').select('number').where('orderId', 'in', ids)
    numbers.push(...(await claims.where(isStandingClaim).execute()).map(({ number }) => number))
  }
  await lockStock(trx, numbers)
}

/** The positions of an order's lines whose cloth is cut. */
export const cutPositions = async (db: Kysely<Schema>, orderId: string): Promise<ReadonlySet<number>> => {
  const cut = await db
    .selectFrom('stockClaim')
    .select('position')
    .where('orderId', '=', orderId)
    .where('state', '=', 'cut')
    .execute()
  return new Set(cut.map(({ position }) => position))
}

const claimsOnBolts = (db: Kysely<Schema>) =>
  db
    .selectFrom('stockClaim')
    .innerJoin('stockPiece', 'stockPiece.id', 'stockClaim.pieceId')
    .innerJoin('stock', 'stock.number', 'stockClaim.number')
    .select(['stockClaim.orderId', 'stockClaim.position', 'stockClaim.units', 'stockClaim.state'])
    .select(['stockPiece.number', 'stockPiece.id', 'stockPiece.label', 'stockPiece.leftUnits as left'])
    .select('stockPiece.name')
    .where(isStandingClaim)
    .where('stockClaim.state', 'in', ['promised', 'cut'])
    .where('stock.mode', '=', 'pieces')

/** The bolt that a line is claimed from. */
export interface BoltOfLine {
  /** Such as 反物 B3. */
  readonly name: string
  /** Such as 反物 B3（残り7）. */
  readonly text: string
  /** The line is uncut and another bolt could hold it (K20). */
  readonly hasOther: boolean
}

/** The bolts that these orders' lines are claimed from, by order and position; kits have none. */
export const boltsOf = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, BoltOfLine>> => {
  const bolts = new Map<string, BoltOfLine>()
  const other = sql<
    string | null
  >`(select max(other.id) from stock_piece as other where other.number = stock_piece.number
    and other.closed_at is null and other.id <> stock_piece.id and other.left_units >= stock_claim.units)`.as(
    'other',
  )
  for (const ids of inChunks(orderIds)) {
    const rows = await claimsOnBolts(db).select(other).where('stockClaim.orderId', 'in', ids).execute()
    for (const { orderId, position, left, state, other: another, ...bolt } of rows)
      bolts.set(`${orderId} ${position}`, {
        name: `反物 ${boltName(bolt)}`,
        text: `反物 ${boltName(bolt)}（残り${left}）`,
        hasOther: another !== null && state === 'promised',
      })
  }
  return bolts
}

/** The promised lines of these orders for which there is no cloth (K32), by order and position. */
export const linesWithoutFabric = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<Set<string>> => {
  const lines = new Set<string>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('stockClaim')
      .select(['orderId', 'position'])
      .where('orderId', 'in', ids)
      .where(isStandingClaim)
      .where('state', '=', 'promised')
      .where('pieceId', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('foundFabric')
              .select('foundFabric.foundAt')
              .whereRef('foundFabric.orderId', '=', 'stockClaim.orderId')
              .whereRef('foundFabric.position', '=', 'stockClaim.position'),
          ),
        ),
      )
      .execute()
    for (const { orderId, position } of rows) lines.add(`${orderId} ${position}`)
  }
  return lines
}

/** A line's bolt and the others that could hold it; undefined without a claimed bolt. */
export const boltsOfLine = async (
  db: Kysely<Schema>,
  orderId: string,
  position: number,
): Promise<BoltsOfLine | undefined> => {
  const line = await claimsOnBolts(db)
    .where('stockClaim.orderId', '=', orderId)
    .where('stockClaim.position', '=', position)
    .executeTakeFirst()
  if (line === undefined) return undefined
  const { number, units, state, id, label, name, left } = line
  const others = await db
    .selectFrom('stockPiece')
    .select(['label', 'name', 'leftUnits as left'])
    .where('number', '=', number)
    .where('closedAt', 'is', null)
    .where('id', '!=', id)
    .where('leftUnits', '>=', units)
    .orderBy('leftUnits')
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(mostBolts)
    .execute()
  return { number, units, isCut: state === 'cut', bolt: { label, name, left }, others }
}

/** To choose from. */
const mostBolts = 100

/** By the number as an address writes it. */
export const measuresAt = async (db: Kysely<Schema>, written: string): Promise<Measured | undefined> => {
  for (const number of numbersWritten(written)) {
    const product = await db
      .selectFrom('product')
      .select(factColumns)
      .where('number', '=', number)
      .executeTakeFirst()
    if (product !== undefined)
      return { number, isKit: product.type === 'kit', widthCm: widthCmIn(factsOfRow(product).width) }
  }
  return undefined
}

/** What the forms of a product's stock show; `pieces` as its owner writes them, claimed and uncut ones included, '' before a first count. */
export const shownStock = async (db: Kysely<Schema>, { number, isKit }: Measured) => {
  const row = await db
    .selectFrom('stock')
    .select(['version', 'lowAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (row === undefined) return { version: 0, pieces: '', lowAt: '' }
  const claims = await openClaims(db, number)
  const units = (await openPieces(db, number)).map(({ id, leftUnits }) =>
    claims.reduce((sum, claim) => sum + (claim.pieceId === id ? claim.units : 0), leftUnits),
  )
  const present = units.filter((each) => each > 0)
  const pieces = isKit ? String(present.reduce((sum, each) => sum + each, 0)) : piecesText(present)
  return { version: row.version, pieces, lowAt: String(row.lowAt ?? '') }
}
