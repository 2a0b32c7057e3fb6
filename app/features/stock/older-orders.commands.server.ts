import { sql } from 'kysely'
import { heldLines } from '~/server/database/held-lines.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { StockContext } from './ledger.commands.server.ts'
import { isStandingClaim } from './queries.server.ts'

/** Units of a line refunded, without failed refunds. */
const refundedUnits = sql<number>`coalesce((select sum(refund_line.units) from refund_line
  inner join refund on refund.id = refund_line.refund_id inner join payment on payment.payment_intent = refund.payment_intent
  where payment.order_id = orders.id and refund_line.part = 'lines' and refund_line.position = order_line.position
  and refund.state in ('asked', 'pending', 'requires_action', 'succeeded')), 0)`

/**
 * Creates claims, without a piece yet, for unsent units of orders older than the count (not cut, not refunded): the shelf serves
 * them first.
 */
export const adoptOpenLines = async (
  trx: AppTransaction,
  ctx: StockContext,
  number: string,
  practice: boolean,
): Promise<void> => {
  const rows = await trx
    .selectFrom(heldLines.as('orderLine'))
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
        eb('orders.state', 'in', ['paid', 'awaiting_payment']),
        // Practice payments are settled and never shipped.
        eb.and([eb('orders.state', '=', 'needs_review'), eb('orders.settledAt', 'is', null)]),
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
            .where(isStandingClaim),
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
