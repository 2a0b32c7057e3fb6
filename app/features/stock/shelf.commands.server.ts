import { sql } from 'kysely'
import type { AppTransaction } from '~/server/database/transaction.ts'
import {
  addPieces,
  move,
  openClaims,
  openPieces,
  type PieceRow,
  type StockContext,
  settleStock,
  type Why,
} from './ledger.commands.server.ts'
import type { MeasuredPiece } from './measures.rules.ts'
import { layClaims } from './rules.ts'

/** Lays claims that have no piece into what is left, the longest first (K9); the number's row is locked. */
export const layIn = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  why: Why,
): Promise<void> => {
  const waiting = (await openClaims(trx, number)).filter(({ pieceId }) => pieceId === null)
  if (waiting.length > 0) {
    const pieces = (await openPieces(trx, number)).map((row) => ({ ...row, left: row.leftUnits }))
    const laid = layClaims(waiting, pieces)
    for (const { id, units, orderId } of waiting) {
      const piece = pieces.find((each) => each.id === laid.get(id))
      if (piece === undefined) continue
      await move(trx, ctx, piece, { units: -units }, { ...why, orderId })
      await trx.updateTable('stockClaim').set({ pieceId: piece.id }).where('id', '=', id).execute()
    }
  }
  await settleStock(trx, ctx, number)
}

/** Takes all claims that are not cut out of their pieces: until it is cut a promise can move. */
const liftClaims = async (trx: AppTransaction, ctx: StockContext, number: string, why: Why) => {
  for (const { id, pieceId, units, orderId } of await openClaims(trx, number)) {
    if (pieceId === null) continue
    await move(trx, ctx, { id: pieceId, number }, { units }, { ...why, orderId })
    await trx.updateTable('stockClaim').set({ pieceId: null }).where('id', '=', id).execute()
  }
}

/** Takes what is left of a piece off the shelf. */
export const clearPiece = (trx: AppTransaction, ctx: StockContext, piece: PieceRow, why: Why) =>
  move(trx, ctx, piece, { units: -piece.leftUnits, grows: -piece.leftUnits }, why)

/**
 * The shelf is from now on these pieces, claimed and uncut cloth included (K9): a piece of the same length stays the one it was, with its
 * label, and open claims are laid in anew.
 */
export const replacePieces = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  counted: readonly MeasuredPiece[],
  source: PieceRow['source'],
  why: Why,
): Promise<void> => {
  await liftClaims(trx, ctx, number, why)
  const added = [...counted]
  for (const piece of await openPieces(trx, number)) {
    const same = added.findIndex(({ units }) => units === piece.leftUnits)
    if (same >= 0) added.splice(same, 1)
    else await clearPiece(trx, ctx, piece, why)
  }
  await addPieces(trx, ctx, number, added, source, why)
  await layIn(trx, ctx, number, why)
}

/** What is given back of a line, by refunds that did not fail. */
const refundedUnits = sql<number>`coalesce((select sum(refund_line.units) from refund_line
  inner join refund on refund.id = refund_line.refund_id inner join payment on payment.payment_intent = refund.payment_intent
  where payment.order_id = orders.id and refund_line.part = 'lines' and refund_line.position = order_line.position
  and refund.state in ('asked', 'pending', 'requires_action', 'succeeded')), 0)`

/**
 * Claims, without a piece yet, what orders of before the count are still to be sent of a product: not cut, not given back. What lies on the
 * shelf is theirs first.
 */
export const adoptOpenLines = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  practice: boolean,
): Promise<void> => {
  const rows = await trx
    .selectFrom('orderLine')
    .innerJoin('orders', 'orders.id', 'orderLine.orderId')
    .select(['orders.id', 'orders.state', 'orders.sessionExpiresAt', 'orders.createdAt'])
    .select(['orderLine.position', 'orderLine.quantity', refundedUnits.as('refunded')])
    .where('orderLine.number', '=', number)
    .where('orders.source', '=', 'own')
    .where('orders.practice', '=', practice ? 1 : 0)
    .where('orders.shippedAt', 'is', null)
    .where('orders.cancelledAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('orders.state', 'in', ['paid', 'needs_review', 'awaiting_payment']),
        eb.and([eb('orders.state', '=', 'pending'), eb('orders.sessionExpiresAt', '>', ctx.now())]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stockClaim')
            .select('stockClaim.id')
            .whereRef('stockClaim.orderId', '=', 'orders.id')
            .whereRef('stockClaim.position', '=', 'orderLine.position')
            .where('stockClaim.state', '!=', 'released'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('packingTick')
            .select('packingTick.step')
            .whereRef('packingTick.orderId', '=', 'orders.id')
            .whereRef('packingTick.position', '=', 'orderLine.position')
            .where('packingTick.step', '=', 'cut'),
        ),
      ),
    )
    .orderBy('orders.createdAt')
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .execute()
  for (const { id: orderId, state, position, quantity, refunded, ...order } of rows) {
    const units = quantity - Number(refunded)
    if (units <= 0) continue
    const isPending = state === 'pending'
    await trx
      .insertInto('stockClaim')
      .values({
        id: ctx.newId(),
        number,
        pieceId: null,
        orderId,
        position,
        units,
        state: isPending || state === 'awaiting_payment' ? 'held' : 'promised',
        until: isPending ? order.sessionExpiresAt : null,
        client: null,
        network: null,
        claimedAt: ctx.now(),
      })
      .execute()
  }
}
