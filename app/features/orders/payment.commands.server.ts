import type { Transaction, Updateable } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { confirmationMail } from '~/features/orders/buyer-mails.rules.ts'
import type { OrderContext } from '~/features/orders/commands.server.ts'
import { paidCopyForOwner, reviewMailForOwner, strayPaymentMail } from '~/features/orders/mails.rules.ts'
import { noteHappening } from '~/features/orders/order-history.server.ts'
import { lockedOrderBy, orderBy } from '~/features/orders/queries.server.ts'
import { isPaid, judge, type SessionReport, type Verdict } from '~/features/orders/rules.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'

/** A signed event of the provider, as far as the order cares. */
export interface PaymentEvent {
  readonly id: string
  readonly type: string
  readonly sessionId: string
  /** The provider says that a payment that was waited for has failed. */
  readonly paymentFailed: boolean
}

/** What is known of a payment: the session as fetched anew, and the event that led to it, if there was one. */
export interface PaymentNews {
  readonly report: SessionReport
  readonly event: PaymentEvent | null
  /** Does the shop expect the provider's live side? */
  readonly livemode: boolean
}

/** What became of the news. `stray` is money without an order: the owner is told. */
export type PaymentOutcome = 'repeated' | 'moved' | 'review' | 'nothing' | 'stray' | 'foreign'

/**
 * Takes news of a payment in: the event's id, the order's new state and the mails in one transaction (payments A5.3-A5.6,
 * S8). Whoever brings the same news again changes nothing. Throws when the database refuses; nothing was then done.
 */
export const recordPayment = async (
  ctx: OrderContext,
  actor: Actor,
  news: PaymentNews,
): Promise<PaymentOutcome> => {
  const outcome = await inTransaction(ctx.db, async (trx): Promise<PaymentOutcome> => {
    if (news.event !== null && !(await takeIn(ctx, trx, news.event))) return 'repeated'
    ctx.reached('in: event noted')
    const order = await lockedOrderOf(trx, news.report)
    if (order === undefined) return withoutOrder(ctx, trx, news.report)
    const verdict = judge(order, news.report, {
      paymentFailed: news.event?.paymentFailed ?? false,
      livemode: news.livemode,
    })
    return apply(ctx, trx, actor, order, news.report, verdict)
  })
  ctx.reached('payment committed')
  return outcome
}

/** Notes the event's id; false when it is there already. */
const takeIn = async (ctx: OrderContext, trx: Transaction<Schema>, event: PaymentEvent): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('webhookEvent')
    .values({ id: event.id, type: event.type, sessionId: event.sessionId, receivedAt: ctx.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** By the session that was stored, else by the order named in the session: a crash may have come before the store. */
const lockedOrderOf = async (trx: Transaction<Schema>, report: SessionReport): Promise<Order | undefined> =>
  (await lockedOrderBy(trx, 'sessionId', report.sessionId)) ??
  (report.orderId === null ? undefined : await lockedOrderBy(trx, 'id', report.orderId))

/** Sessions of other shops on the same account are none of ours; but paid ones are shown to the owner once. */
const withoutOrder = async (
  ctx: OrderContext,
  trx: Transaction<Schema>,
  report: SessionReport,
): Promise<PaymentOutcome> => {
  if (!isPaid(report)) return 'foreign'
  ctx.log.error('a paid session has no order', { session: report.sessionId, alarm: true })
  await enqueueMail(ctx, trx, strayPaymentMail(report, ctx))
  return 'stray'
}

const apply = async (
  ctx: OrderContext,
  trx: Transaction<Schema>,
  actor: Actor,
  order: Order,
  report: SessionReport,
  verdict: Verdict,
): Promise<PaymentOutcome> => {
  if (verdict.kind === 'nothing') {
    if (verdict.why === 'too late')
      ctx.log.info('news of a payment came too late', {
        order: order.number,
        state: order.state,
        status: report.status,
      })
    return 'nothing'
  }
  return verdict.kind === 'move'
    ? applyMove(ctx, trx, actor, order, report, verdict.to)
    : applyReview(ctx, trx, actor, order, report, verdict.reason)
}

const applyMove = async (
  ctx: OrderContext,
  trx: Transaction<Schema>,
  actor: Actor,
  order: Order,
  report: SessionReport,
  to: Extract<Verdict, { kind: 'move' }>['to'],
): Promise<PaymentOutcome> => {
  await trx
    .updateTable('orders')
    .set(moved(ctx, order, report, to))
    .where('id', '=', order.id)
    .execute()
  await noteHappening(ctx, trx, actor, order.id, to, report.sessionId)
  ctx.reached('in: state changed')
  if (to === 'paid') await queuePaidMails(ctx, trx, order.id)
  ctx.reached('in: mails queued')
  return 'moved'
}

/** Each session that does not fit is told once, however often it is met again: its mail's key says whether it was. */
const applyReview = async (
  ctx: OrderContext,
  trx: Transaction<Schema>,
  actor: Actor,
  order: Order,
  report: SessionReport,
  reason: Extract<Verdict, { kind: 'review' }>['reason'],
): Promise<PaymentOutcome> => {
  if (!(await enqueueMail(ctx, trx, reviewMailForOwner(order, report, reason, ctx)))) return 'nothing'
  ctx.log.error('an order needs a look', { order: order.number, reason, alarm: true })
  await trx
    .updateTable('orders')
    .set(reviewed(order, report, reason))
    .where('id', '=', order.id)
    .execute()
  await noteHappening(ctx, trx, actor, order.id, 'needs_review', `${reason} ${report.sessionId}`)
  ctx.reached('in: state changed')
  ctx.reached('in: mails queued')
  return 'review'
}

const customerColumns = ({ customer }: SessionReport): Updateable<OrdersTable> => ({
  customerName: customer.name,
  customerEmail: customer.email,
  customerPhone: customer.phone,
  shippingAddress: customer.address === null ? null : JSON.stringify(customer.address),
})

const moved = (
  ctx: OrderContext,
  order: Order,
  report: SessionReport,
  to: Extract<Verdict, { kind: 'move' }>['to'],
): Updateable<OrdersTable> => {
  if (to === 'expired' || to === 'failed') return { state: to, openKey: null }
  return {
    state: to,
    openKey: null,
    sessionId: report.sessionId,
    paymentIntent: report.paymentIntent,
    ...customerColumns(report),
    paidAt: to === 'paid' ? ctx.now() : order.paidAt,
  }
}

/**
 * An order that is paid already stays so: its goods are due, and the other payment has to be given back. So does the first
 * payment that needed a look; any other order now stands for the session that has to be looked at.
 */
const reviewed = (order: Order, report: SessionReport, reason: string): Updateable<OrdersTable> =>
  order.state === 'paid' || order.state === 'needs_review'
    ? { reviewReason: reason }
    : {
        state: 'needs_review',
        sessionId: report.sessionId,
        reviewReason: reason,
        openKey: null,
        paymentIntent: report.paymentIntent,
        ...customerColumns(report),
      }

const queuePaidMails = async (
  ctx: OrderContext,
  trx: Transaction<Schema>,
  orderId: string,
): Promise<void> => {
  const order = await orderBy(trx, 'id', orderId)
  if (order === undefined) throw new Error('an order vanished')
  await enqueueMail(ctx, trx, confirmationMail(order, ctx))
  await enqueueMail(ctx, trx, paidCopyForOwner(order, ctx))
}
