import type { Transaction } from 'kysely'
import type { PaymentTable, Schema } from '#db/schema.ts'
import { unmatchedPaymentMail } from '~/features/orders/mails.rules.ts'
import { applyTransition } from '~/features/orders/payment.commands.server.ts'
import { lockedOrderBy, orderBy } from '~/features/orders/queries.server.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { heldText, restoredShop } from '~/server/backup/restored-shop.ts'
import { forUpdate } from '~/server/database/engine.ts'
import { type AppTransaction, inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { shopState } from '~/server/shop-state.ts'
import { sessionsWithoutPayment } from './queries.server.ts'
import { belongingOf, isPaid, roleOf, transitionOf } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'
import type { PaymentEvent, ProviderEvent, SessionReport } from './types.ts'

/** Stores an event's id; false when it is already there (S8). */
export const isFirst = async (
  trx: Transaction<Schema>,
  { id, type, ...event }: ProviderEvent,
  now: number,
): Promise<boolean> => {
  const sessionId = event.about === 'session' ? event.sessionId : null
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('webhookEvent')
    .values({ id, type, sessionId, receivedAt: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

interface PaymentPlace {
  readonly orderId: string | null
  readonly role: PaymentTable['role']
}

/** Stores a payment once (M10); it can only change from no order to one. */
export const keepPayment = async (
  trx: Transaction<Schema>,
  { now }: Pick<AppContext, 'now'>,
  {
    sessionId,
    paymentIntent,
    amountTotal,
    currency,
    livemode,
  }: Pick<SessionReport, 'sessionId' | 'paymentIntent' | 'amountTotal' | 'currency' | 'livemode'>,
  { orderId, role }: PaymentPlace,
): Promise<void> => {
  if (paymentIntent === null) return
  await trx
    .insertInto('payment')
    .values({
      paymentIntent,
      orderId,
      sessionId,
      amount: amountTotal ?? 0,
      currency: currency ?? '',
      livemode: livemode ? 1 : 0,
      receivedAt: now(),
      role,
    })
    .onConflict((conflict) =>
      conflict.column('paymentIntent').doUpdateSet({ orderId, role }).where('payment.role', '=', 'unmatched'),
    )
    .execute()
  await salesAreDue(trx, { paymentIntent })
}

/** Locks the order before the payment, so that shipping comes first or waits; returns the order. */
export const lockedPayment = async (
  trx: Transaction<Schema>,
  paymentIntent: string,
): Promise<Order | undefined> => {
  const row = () => trx.selectFrom('payment').select('orderId').where('paymentIntent', '=', paymentIntent)
  const { orderId = null } = (await row().executeTakeFirst()) ?? {}
  const order = orderId === null ? undefined : await lockedOrderBy(trx, 'id', orderId)
  await row().$call(forUpdate(trx)).execute()
  return order
}

export interface OwnerContext extends AppContext {
  /** Missing in a demo, whose practice payments live in the open shop. */
  readonly gateway?: PaymentGateway
}

export interface PaymentContext extends AppContext {
  readonly gateway: PaymentGateway
}

/** `unmatched` is money without an order; `foreign` a session of another shop on the same account. */
type PaymentOutcome = 'repeated' | 'moved' | 'review' | 'nothing' | 'unmatched' | 'foreign'

/** Stores event id, order state, payment and mails in one transaction (M3-M6, M10, S8); `report` is freshly fetched. Repeatable. */
export const recordPayment = async (
  ctx: PaymentContext,
  actor: Actor,
  report: SessionReport,
  event: PaymentEvent | null = null,
): Promise<PaymentOutcome> =>
  inTransaction(ctx, async (trx) => {
    if (event !== null && !(await isFirst(trx, event, ctx.now()))) return 'repeated'
    const order = await lockedOrderOf(trx, report)
    if (order === undefined) return withoutOrder(trx, ctx, report)
    const transition = transitionOf(order, report, {
      paymentFailed: event?.paymentFailed ?? false,
      livemode: ctx.gateway.livemode,
    })
    const told =
      event === null && (await mayHaveBeenMailed(trx, order)) ? { ...ctx, holdsMails: heldText } : ctx
    const outcome = await applied(trx, told, actor, order, report, transition)
    if (isPaid(report)) await keepPayment(trx, ctx, report, { orderId: order.id, role: roleOf(transition) })
    return outcome
  })

/** The shop that was lost may have mailed orders of the restored backup (D26). */
const mayHaveBeenMailed = async (trx: Transaction<Schema>, { createdAt }: Order): Promise<boolean> => {
  const restored = await restoredShop(trx)
  return restored !== null && createdAt < restored.restoredAt
}

const applied = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  report: SessionReport,
  transition: ReturnType<typeof transitionOf>,
): Promise<PaymentOutcome> => {
  if (transition.kind !== 'nothing') {
    const isNew = await applyTransition(trx, ctx, actor, order, report, transition)
    return isNew ? (transition.kind === 'move' ? 'moved' : 'review') : 'nothing'
  }
  const { number, state } = order
  if (transition.why === 'too late')
    ctx.log.info('news of a payment came too late', { order: number, state, status: report.status })
  return 'nothing'
}

/** Falls back to the order that the session names, because a crash may have come before its id was stored. */
const lockedOrderOf = async (trx: Transaction<Schema>, report: SessionReport): Promise<Order | undefined> =>
  (await lockedOrderBy(trx, 'sessionId', report.sessionId)) ??
  (report.orderId === null ? undefined : await lockedOrderBy(trx, 'id', report.orderId))

/** Mails the owner once. */
const withoutOrder = async (
  trx: AppTransaction,
  ctx: PaymentContext,
  report: SessionReport,
): Promise<PaymentOutcome> => {
  const shopId = await shopState(trx, 'shop_id')
  if (!isPaid(report) || belongingOf(report, { shopId, siteOrigin: ctx.siteOrigin }) === 'foreign')
    return 'foreign'
  ctx.log.error('a paid session has no order', { session: report.sessionId, alarm: true })
  await keepPayment(trx, ctx, report, { orderId: null, role: 'unmatched' })
  await enqueueMail(ctx, trx, unmatchedPaymentMail(report, ctx))
  return 'unmatched'
}

/** Records a session of ours whose event is still missing. Rejects when the provider cannot be asked. */
export const paymentIsOurs = async (
  ctx: PaymentContext,
  actor: Actor,
  paymentIntent: string,
): Promise<boolean> => {
  const kept = await ctx.db
    .selectFrom('payment')
    .select('role')
    .where('paymentIntent', '=', paymentIntent)
    .executeTakeFirst()
  if (kept !== undefined) return true
  const report = await ctx.gateway.sessionOfPayment(paymentIntent)
  if (report === undefined) return namesOrder(ctx, paymentIntent)
  if (report.orderId === null || !isPaid(report)) return false
  return (await recordPayment(ctx, actor, report)) !== 'foreign'
}

/** Money that names an order of ours but has no session is kept without an order, which raises an alarm (M10). */
const namesOrder = async (ctx: PaymentContext, paymentIntent: string): Promise<boolean> => {
  const payment = await ctx.gateway.payment(paymentIntent)
  if (payment === undefined || payment.orderId === null) return false
  const order = await orderBy(ctx.db, 'id', payment.orderId)
  if (order === undefined) return false
  ctx.log.error('a payment names an order and has no session', {
    payment: paymentIntent,
    order: order.number,
    alarm: true,
  })
  const { amount: amountTotal, ...kept } = payment
  const money = { ...kept, paymentIntent, sessionId: '', amountTotal }
  await inTransaction(ctx, (trx) => keepPayment(trx, ctx, money, { orderId: null, role: 'unmatched' }))
  return true
}

const mostFormerPayments = 100

/** Fetches sums and second payments that earlier versions did not keep (M10). */
export const recordFormerPayments = async (
  ctx: PaymentContext,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> => {
  for (const sessionId of await sessionsWithoutPayment(ctx.db, ctx.demo, mostFormerPayments)) {
    if (signal.aborted) return
    const report = await ctx.gateway.session(sessionId)
    if (report !== undefined) await recordPayment(ctx, actor, report)
  }
}
