import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { noteEvent } from '~/features/orders/commands.server.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type PaymentContext, paymentIsOurs } from './commands.server.ts'
import { isFirst, lockedPayment } from './kept-payments.commands.server.ts'
import { refundMail } from './mails.rules.ts'
import type { RefundEvent, RefundReport } from './types.ts'

/** What the provider said of refunds when it was asked at `asOf` (epoch ms). */
export interface RefundNews {
  readonly refunds: readonly RefundReport[]
  readonly asOf: number
}

type RefundOutcome = 'repeated' | 'foreign' | 'kept' | 'nothing'

/** Asks the provider about all refunds of a payment and keeps what it says (M11). Rejects when it cannot be asked. */
export const refreshRefunds = async (
  ctx: PaymentContext,
  actor: Actor,
  paymentIntent: string,
  event: RefundEvent | null = null,
): Promise<RefundOutcome> => {
  if (!(await paymentIsOurs(ctx, actor, paymentIntent))) return 'foreign'
  const asOf = ctx.now()
  const refunds = await ctx.gateway.refundsOf(paymentIntent)
  return recordRefunds(ctx, actor, paymentIntent, { refunds, asOf }, event)
}

/**
 * Event id, refunds, the order's history and the owner's mails in one transaction, under the locks of order and payment
 * (M11). An answer older than the one that is kept changes nothing; repeated, nothing does.
 */
export const recordRefunds = (
  ctx: PaymentContext,
  actor: Actor,
  paymentIntent: string,
  { refunds, asOf }: RefundNews,
  event: RefundEvent | null = null,
): Promise<RefundOutcome> =>
  inTransaction(ctx, async (trx) => {
    if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'
    const order = await lockedPayment(trx, paymentIntent)
    const changed: RefundReport[] = []
    for (const refund of refunds) if (await keepRefund(trx, ctx, refund, asOf)) changed.push(refund)
    for (const refund of changed) await tellOwner(trx, ctx, actor, order, refund)
    return changed.length > 0 ? 'kept' : 'nothing'
  })

/** False when nothing is new. The caller holds the payment's row. */
const keepRefund = async (
  trx: Transaction<Schema>,
  ctx: PaymentContext,
  { id: providerId, paymentIntent, amount, state, failureReason, createdAt }: RefundReport,
  asOf: number,
): Promise<boolean> => {
  const kept = await trx
    .selectFrom('refund')
    .select(['state', 'asOf'])
    .where('providerId', '=', providerId)
    .executeTakeFirst()
  if (kept === undefined) {
    await trx
      .insertInto('refund')
      .values({
        id: ctx.newId(),
        providerId,
        paymentIntent,
        amount,
        state,
        failureReason,
        askedAt: createdAt,
        asOf,
      })
      .execute()
    return true
  }
  if (kept.asOf > asOf) return false
  await trx
    .updateTable('refund')
    .set({ state, failureReason, asOf })
    .where('providerId', '=', providerId)
    .execute()
  return kept.state !== state
}

const hasFailed = ({ state }: RefundReport): boolean => state === 'failed' || state === 'canceled'

const tellOwner = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  actor: Actor,
  order: Order | undefined,
  refund: RefundReport,
): Promise<void> => {
  const money = order && (await moneyOfOrder(trx, order.id))
  if (!(await enqueueMail(ctx, trx, refundMail(refund, order, money, ctx)))) return
  const failed = hasFailed(refund)
  ctx.log[failed ? 'error' : 'info'](failed ? 'a refund failed' : 'money was given back', {
    order: order?.number ?? null,
    refund: refund.id,
    amount: refund.amount,
    state: refund.state,
    ...(failed && { alarm: true }),
  })
  if (order !== undefined)
    await noteEvent(
      trx,
      ctx,
      actor,
      order.id,
      failed ? 'refund failed' : 'refunded',
      `${refund.amount} ${refund.id}`,
    )
}
