import { changeOrder, noteEvent } from '~/features/orders/commands.server.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { type PaymentContext, paymentIsOurs } from './commands.server.ts'
import { isFirst, lockedPayment } from './kept-payments.commands.server.ts'
import { refundedMail, refundMail } from './mails.rules.ts'
import { refundForMail } from './refund.queries.server.ts'
import { hasFailed, isRefundTaken } from './rules.ts'
import type { RefundEvent, RefundReport } from './types.ts'

/** The provider's list at `asOf` (epoch ms). */
export interface RefundNews {
  readonly refunds: readonly RefundReport[]
  readonly asOf: number
}

type RefundOutcome = 'repeated' | 'foreign' | 'kept' | 'nothing'

/** Fetches and stores all refunds of a payment (M11). Rejects when the provider cannot be asked. */
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
 * Stores event id, refunds, history and mails in one transaction that locks order and payment (M11). Older answers and repeats
 * change nothing. A refund that the shop asked for updates its own row (N4).
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
    let outcome: RefundOutcome = 'nothing'
    for (const refund of refunds) {
      const kept = await keepRefund(trx, ctx, refund, asOf)
      if (kept === undefined) continue
      outcome = 'kept'
      await tellOwner(trx, ctx, actor, order, { ...refund, ...kept })
      await tellBuyer(trx, ctx, order, refund, kept.rowId)
    }
    return outcome
  })

interface WrittenRefund {
  readonly rowId: string
  readonly via: 'provider' | 'outside' | 'transfer'
  readonly was: RefundReport['state'] | null
}

/** Undefined when nothing is new. The caller holds the payment's row. */
const keepRefund = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  refund: RefundReport,
  asOf: number,
): Promise<WrittenRefund | undefined> => {
  const { id: providerId, paymentIntent, amount, state, failureReason, pendingReason, createdAt } = refund
  const settledAt = isRefundTaken(refund) && state !== 'succeeded' ? null : asOf
  const news = { providerId, state, failureReason, pendingReason, asOf, settledAt }
  const kept = await keptRefund(trx, refund)
  if (kept === undefined) {
    const rowId = ctx.newId()
    await trx
      .insertInto('refund')
      .values({ ...news, id: rowId, paymentIntent, amount, askedAt: createdAt })
      .execute()
    return { rowId, via: 'outside', was: null }
  }
  if (kept.asOf > asOf) return undefined
  const hasChanged = kept.state !== state
  await trx
    .updateTable('refund')
    .set(hasChanged ? news : { ...news, settledAt: kept.settledAt })
    .where('id', '=', kept.id)
    .execute()
  return hasChanged ? { rowId: kept.id, via: kept.via, was: kept.state } : undefined
}

/** Falls back to our row's id, because the answer with the provider's id may have been lost. */
const keptRefund = async (trx: AppTransaction, { id, refundId, paymentIntent }: RefundReport) => {
  const rows = trx.selectFrom('refund').select(['id', 'state', 'asOf', 'via', 'settledAt'])
  const known = await rows.where('providerId', '=', id).executeTakeFirst()
  if (known !== undefined || refundId === null) return known
  return rows
    .where('id', '=', refundId)
    .where('providerId', 'is', null)
    .where('paymentIntent', '=', paymentIntent)
    .executeTakeFirst()
}

/** Of refunds made in the shop the owner is told only failures. */
const tellOwner = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  actor: Actor,
  order: Order | undefined,
  refund: RefundReport & WrittenRefund,
): Promise<void> => {
  const failed = hasFailed(refund)
  if (refund.via === 'outside' || failed) {
    const money = order && (await moneyOfOrder(trx, order.id))
    if (!(await enqueueMail(ctx, trx, refundMail(refund, order, money, ctx)))) return
  } else if (refund.was !== 'asked') return
  ctx.log[failed ? 'error' : 'info'](failed ? 'a refund failed' : 'money was given back', {
    order: order?.number ?? null,
    refund: refund.id,
    amount: refund.amount,
    state: refund.state,
    ...(failed && { alarm: true }),
  })
  if (order === undefined) return
  // Forms that show what is left must be refused.
  if (refund.via === 'outside' || failed) await changeOrder(trx, order.id)
  const what = failed ? 'refund failed' : 'refunded'
  await noteEvent(trx, ctx, actor, order.id, what, `${refund.amount} ${refund.id}`)
}

/** Once, after the provider has taken it, and only if the owner wanted it. */
const tellBuyer = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  order: Order | undefined,
  { state }: RefundReport,
  rowId: string,
): Promise<void> => {
  if (order === undefined || (state !== 'pending' && state !== 'succeeded')) return
  const refund = await refundForMail(trx, rowId)
  if (refund !== undefined) await enqueueMail(ctx, trx, refundedMail(order, refund, ctx))
}
