import { reportMissingPayment } from '~/features/orders/payment.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { salesAreDue } from '~/features/orders/sales-due.commands.server.ts'
import { closeUnpaidOrder, noteChecked, storeSession } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { OpenOrder, Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import type { Job } from '~/server/jobs.ts'
import { errorFields } from '~/server/log.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'
import { askAboutKeyJob } from './failing-pages.commands.server.ts'
import { ordersToCheck, paidOrdersSince } from './reconciliation.queries.server.ts'
import { isPaid } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'

const minute = 60_000
const mostPerRun = 100

const reconciler: Actor = { kind: 'system', name: 'reconciliation' }

/** Asks about orders whose event is missing, and closes those that can no longer be paid (M8). */
export const reconcileOrders = async (ctx: PaymentContext, signal: AbortSignal): Promise<void> => {
  const orders = await ordersToCheck(ctx.db, {
    now: ctx.now(),
    ageMs: timeLimits.silence,
    limit: mostPerRun,
  })
  const lost: typeof orders = []
  for (const order of orders) {
    if (signal.aborted) return
    if (order.sessionId === null) lost.push(order)
    else await checkSession(ctx, order, order.sessionId)
  }
  if (lost.length > 0) await findLostSessions(ctx, lost)
  await noteChecked(
    ctx,
    orders.map(({ id }) => id),
  )
}

const checkSession = async (ctx: PaymentContext, order: OpenOrder, sessionId: string): Promise<void> => {
  try {
    const report = await ctx.gateway.session(sessionId)
    if (report === undefined) await closeUnpaidOrder(ctx, reconciler, order, 'expired')
    else await recordPayment(ctx, reconciler, report)
  } catch (error) {
    ctx.log.warn('the provider could not be asked about an order', {
      order: order.number,
      ...errorFields(error),
    })
  }
}

/** After a crash or no answer, a session may exist that only itself names its order. */
const findLostSessions = async (
  ctx: PaymentContext,
  lost: ReadonlyArray<OpenOrder & Pick<Order, 'createdAt'>>,
): Promise<void> => {
  const missing = new Map(lost.map((order) => [order.id, order]))
  const from = Math.min(...lost.map(({ createdAt }) => createdAt)) - timeLimits.clockSkew
  for await (const report of ctx.gateway.sessionsSince(from)) {
    const order = missing.get(report.orderId ?? '')
    if (order === undefined) continue
    missing.delete(order.id)
    const present = await orderBy(ctx.db, 'id', order.id)
    if (present?.sessionId === null)
      await storeSession(ctx, reconciler, present, { id: report.sessionId, url: report.url })
    await recordPayment(ctx, reconciler, report)
  }
  for (const order of missing.values()) await closeUnpaidOrder(ctx, reconciler, order, 'expired')
}

/** Records payments whose event has not come, so that an alarm can tell of it (N27). */
export const lookForPaid = async (ctx: PaymentContext, signal: AbortSignal): Promise<void> => {
  for await (const report of ctx.gateway.sessionsSince(ctx.now() - timeLimits.mayBePaid)) {
    if (signal.aborted) return
    if (!isPaid(report) || report.orderId === null) continue
    const order = await orderBy(ctx.db, 'id', report.orderId)
    if (order?.state === 'pending') await recordPayment(ctx, reconciler, report)
  }
}

/** Reports differences between paid sessions and paid orders of the last three days (M8). */
export const compareWithProvider = async (ctx: PaymentContext, signal: AbortSignal): Promise<void> => {
  const from = ctx.now() - timeLimits.compared
  const listed = new Map<string, number>()
  for await (const report of ctx.gateway.sessionsSince(from)) {
    if (signal.aborted) return
    if (!isPaid(report)) continue
    listed.set(report.sessionId, report.amountTotal ?? 0)
    await recordPayment(ctx, reconciler, report)
  }
  const orders = await paidOrdersSince(ctx.db, from + timeLimits.clockSkew, ctx.demo)
  for (const order of orders)
    if (!listed.has(order.sessionId ?? '')) await reportMissingPayment(ctx, reconciler, order.id)
  await rememberShopState(ctx.db, 'compared_at', String(ctx.now()))
  ctx.log.info('payments compared with the provider', {
    sessions: listed.size,
    sessionSum: [...listed.values()].reduce((sum, amount) => sum + amount, 0),
    orders: orders.length,
    orderSum: orders.reduce((sum, { total }) => sum + total, 0),
  })
}

const mostFees = 200
/** A provider that does not answer so often in a row is asked again by the next run. */
const mostSilent = 3

/** Fetches unknown fees, newest payments first. */
export const readFees = async (
  ctx: AppContext & { readonly gateway: Pick<PaymentGateway, 'feeOf' | 'livemode'> },
  signal: AbortSignal,
): Promise<void> => {
  const rows = await ctx.db
    .selectFrom('payment')
    .select('paymentIntent')
    .where('fee', 'is', null)
    .where('livemode', '=', ctx.gateway.livemode ? 1 : 0)
    .orderBy('receivedAt', 'desc')
    .orderBy('paymentIntent')
    .limit(mostFees)
    .execute()
  let silent = 0
  for (const { paymentIntent } of rows) {
    if (signal.aborted || silent === mostSilent) return
    const booked = await ctx.gateway.feeOf(paymentIntent).catch((error) => {
      ctx.log.warn('the fee of a payment could not be read', {
        payment: paymentIntent,
        ...errorFields(error),
      })
      return null
    })
    silent = booked === null ? silent + 1 : 0
    if (!booked) continue
    await inTransaction(ctx, async (trx) => {
      await trx
        .updateTable('payment')
        .set({ fee: booked.fee, net: booked.net })
        .where('paymentIntent', '=', paymentIntent)
        .execute()
      await salesAreDue(trx, { paymentIntent })
    })
  }
}

export const paymentJobs = (ctx: PaymentContext): Job[] => [
  askAboutKeyJob(ctx),
  {
    name: 'reconcile orders',
    everyMs: timeLimits.reconcileEvery,
    firstAfterMs: minute / 2,
    limitMs: 30 * minute,
    run: (signal) => reconcileOrders(ctx, signal),
  },
  {
    name: 'look for paid pages',
    everyMs: timeLimits.lookForPaidEvery,
    firstAfterMs: 2 * minute,
    limitMs: 10 * minute,
    run: (signal) => lookForPaid(ctx, signal),
  },
  {
    name: 'compare with the provider',
    everyMs: timeLimits.compareEvery,
    firstAfterMs: 5 * minute,
    limitMs: 30 * minute,
    run: (signal) => compareWithProvider(ctx, signal),
  },
  {
    // The month that has ended waits for them (M37).
    name: 'read fees',
    everyMs: 60 * minute,
    firstAfterMs: 9 * minute,
    limitMs: 30 * minute,
    run: (signal) => readFees(ctx, signal),
  },
]
