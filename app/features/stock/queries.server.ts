import type { Kysely, Selectable } from 'kysely'
import type { Schema, StockClaimTable, StockPieceTable, StockTable } from '#db/schema.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'

export type StockRow = Selectable<StockTable>
export type PieceRow = Selectable<StockPieceTable>
export type ClaimRow = Selectable<StockClaimTable>

/** Whether this order holds cloth for its payment page. */
export const hasHolds = async (db: Kysely<Schema>, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('stockClaim')
    .select('id')
    .where('orderId', '=', orderId)
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
    .where('state', 'in', ['held', 'promised'])
    .orderBy('claimedAt')
    .orderBy('id')
    .execute()

/** What an order has claimed and not given back. */
export const claimsOfOrder = (trx: AppTransaction, orderId: string): Promise<ClaimRow[]> =>
  trx
    .selectFrom('stockClaim')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', '!=', 'released')
    .orderBy('position')
    .execute()

/** From which bolt the lines of these orders are promised, such as 反物 B3（残り7）, by order and position; kits have none. */
export const boltsOf = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const bolts = new Map<string, string>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('stockClaim')
      .innerJoin('stockPiece', 'stockPiece.id', 'stockClaim.pieceId')
      .innerJoin('stock', 'stock.number', 'stockClaim.number')
      .select(['stockClaim.orderId', 'stockClaim.position', 'stockPiece.label', 'stockPiece.leftUnits'])
      .where('stockClaim.orderId', 'in', ids)
      .where('stockClaim.state', 'in', ['promised', 'cut'])
      .where('stock.mode', '=', 'pieces')
      .execute()
    for (const { orderId, position, label, leftUnits } of rows)
      bolts.set(`${orderId} ${position}`, `反物 ${label}（残り${leftUnits}）`)
  }
  return bolts
}
