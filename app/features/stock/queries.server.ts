import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema, StockClaimTable, StockPieceTable, StockTable } from '#db/schema.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { BoltsOfLine } from './rules.ts'

export type StockRow = Selectable<StockTable>
export type PieceRow = Selectable<StockPieceTable>
export type ClaimRow = Selectable<StockClaimTable>

/**
 * What of claims the two indices of them hold, word for word: of a value that is bound SQLite does not see that it fits, and reads all claims
 * that ever were.
 */
export const isOpenClaim = sql<boolean>`stock_claim.state in ('held', 'promised')`
export const isStandingClaim = sql<boolean>`stock_claim.state <> 'released'`

/** Whether this order holds cloth for its payment page. */
export const hasHolds = async (db: Kysely<Schema>, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('stockClaim')
    .select('id')
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .where('state', '=', 'held')
    .executeTakeFirst()) !== undefined

/** Those of these numbers that are counted. */
export const countedAmong = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set()
  const rows = await db.selectFrom('stock').select('number').where('number', 'in', numbers).execute()
  return new Set(rows.map(({ number }) => number))
}

/** Whether any of these numbers is counted. */
export const hasCounted = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<boolean> =>
  (await countedAmong(db, numbers)).size > 0

/**
 * The counted ones of these numbers, locked until the transaction ends, always in the order of the numbers: after an order's row, before
 * any piece (K4). All that changes pieces and claims of a number holds its row.
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

/** What has cloth that somebody may have or has claimed, the oldest first. */
export const openPieces = (trx: AppTransaction, number: string): Promise<PieceRow[]> =>
  trx
    .selectFrom('stockPiece')
    .selectAll()
    .where('number', '=', number)
    .where('closedAt', 'is', null)
    .orderBy('receivedAt')
    .orderBy('id')
    .execute()

export const openClaims = (trx: AppTransaction, number: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('number', '=', number)
    .where(isOpenClaim)
    .orderBy('claimedAt')
    .orderBy('id')
    .execute()

/** What was claimed of a number and not given back, cut cloth included. */
export const claimsOn = (trx: AppTransaction, number: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('number', '=', number)
    .where('state', '!=', 'released')
    .orderBy('id')
    .execute()

/** What an order has claimed and not given back. */
export const claimsOfOrder = (trx: AppTransaction, orderId: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('orderId', '=', orderId)
    .where(isStandingClaim)
    .orderBy('position')
    .execute()

/** Like `lockStock`, for all that these orders have claimed. */
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
    .where(isStandingClaim)
    .where('stockClaim.state', 'in', ['promised', 'cut'])
    .where('stock.mode', '=', 'pieces')

/** From which bolt a line is promised. */
export interface BoltOfLine {
  /** Such as 反物 B3（残り7）. */
  readonly text: string
  /** Another one holds the line, too, and it is not cut (K20). */
  readonly hasOther: boolean
}

/** From which bolt the lines of these orders are promised, by order and position; kits have none. */
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
    for (const { orderId, position, label, left, state, other: another } of rows)
      bolts.set(`${orderId} ${position}`, {
        text: `反物 ${label}（残り${left}）`,
        hasOther: another !== null && state === 'promised',
      })
  }
  return bolts
}

/** The bolt of a line, and which others hold it; undefined where it is promised from none. */
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
  const { number, units, state, id, label, left } = line
  const others = await db
    .selectFrom('stockPiece')
    .select(['label', 'leftUnits as left'])
    .where('number', '=', number)
    .where('closedAt', 'is', null)
    .where('id', '!=', id)
    .where('leftUnits', '>=', units)
    .orderBy('leftUnits')
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(mostBolts)
    .execute()
  return { number, units, isCut: state === 'cut', bolt: { label, left }, others }
}

/** To choose from. */
const mostBolts = 100
