import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { changeOrder, noteEvent } from '~/features/orders/commands.server.ts'
import { disputePhase } from '~/features/orders/money.rules.ts'
import {
  isFirst,
  lockedPayment,
  type PaymentContext,
  paymentIsOurs,
} from '~/features/orders/payment/commands.server.ts'
import { disputeMail } from '~/features/orders/payment/mails.rules.ts'
import type { DisputeEvent, DisputeReport } from '~/features/orders/payment/types.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { tellDesk } from '~/server/audit.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { dropWhatIsOwed, oweAgain } from './commands.server.ts'

type DisputeOutcome = 'repeated' | 'foreign' | 'kept' | 'nothing'

/** Fetches and stores a dispute (M11). Rejects when the provider cannot be asked. */
export const refreshDispute = async (
  ctx: PaymentContext,
  actor: Actor,
  event: DisputeEvent,
): Promise<DisputeOutcome> => {
  const asOf = ctx.now()
  const dispute = await ctx.gateway.dispute(event.disputeId)
  return dispute === undefined ? 'foreign' : recordDispute(ctx, actor, dispute, asOf, event)
}

/** Stores event id, dispute, history and the owner's mail in one transaction (M11). A lost one leaves nothing owed (N156). */
export const recordDispute = async (
  ctx: PaymentContext,
  actor: Actor,
  dispute: DisputeReport,
  asOf: number,
  event: DisputeEvent | null = null,
): Promise<DisputeOutcome> => {
  if (dispute.livemode !== ctx.gateway.livemode) return 'foreign'
  if (!(await paymentIsOurs(ctx, actor, dispute.paymentIntent))) return 'foreign'
  return inTransaction(ctx, async (trx) => {
    if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'
    const order = await lockedPayment(trx, dispute.paymentIntent)
    const isNews = await keepDispute(trx, dispute, asOf)
    await salesAreDue(trx, { paymentIntent: dispute.paymentIntent })
    if (!isNews) return 'nothing'
    if (!(await enqueueMail(ctx, trx, disputeMail(dispute, order, ctx)))) return 'kept'
    const isOver = disputePhase(dispute.status) === 'over'
    ctx.log[isOver ? 'info' : 'error']('a payment is disputed', {
      order: order?.number ?? null,
      dispute: dispute.id,
      status: dispute.status,
      ...(!isOver && { alarm: true }),
    })
    if (order === undefined) return 'kept'
    await changeOrder(trx, order.id)
    if (isOver) await oweAgain(trx, order.id)
    else await dropWhatIsOwed(trx, { orderId: order.id }, ctx.now())
    const what = isOver ? 'dispute over' : 'disputed'
    await noteEvent(trx, ctx, actor, order.id, what, `${dispute.status} ${dispute.id}`)
    tellDesk(ctx, trx)
    return 'kept'
  })
}

/** False when nothing is new. The caller holds the payment's row. */
const keepDispute = async (
  trx: Transaction<Schema>,
  { id, paymentIntent, createdAt, livemode: _mode, ...report }: DisputeReport,
  asOf: number,
): Promise<boolean> => {
  const kept = await trx
    .selectFrom('dispute')
    .select(['status', 'asOf', 'closedAt', 'takenAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  const phase = disputePhase(report.status)
  const isClosed = phase === 'over' || phase === 'lost'
  const isTaken = phase === 'lost' || (report.withdrawn && phase === 'open')
  const takenAt = kept?.takenAt ?? (isTaken ? (kept === undefined ? createdAt : asOf) : null)
  const columns = {
    ...report,
    takenAt,
    withdrawn: report.withdrawn ? 1 : 0,
    closedAt: isClosed ? (kept?.closedAt ?? asOf) : null,
    asOf,
  }
  if (kept === undefined) {
    await trx
      .insertInto('dispute')
      .values({ ...columns, id, paymentIntent, openedAt: createdAt })
      .execute()
    return true
  }
  if (kept.asOf > asOf) return false
  await trx.updateTable('dispute').set(columns).where('id', '=', id).execute()
  return kept.status !== report.status
}
