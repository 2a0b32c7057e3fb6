import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { paymentStatusOf } from '~/features/orders/rules.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { PaymentStatus } from '~/features/orders/types.ts'
import { isPaid } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'
import type { KeptPayment } from './types.ts'

const keptPayments = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment')
    .select(['paymentIntent', 'sessionId', 'amount', 'currency', 'livemode', 'receivedAt', 'role'])
    .orderBy('receivedAt')
    .orderBy('paymentIntent')

type Payments = ReturnType<typeof keptPayments>

const withMoney = async (db: Kysely<Schema>, payments: Payments): Promise<KeptPayment[]> => {
  const rows = await payments.execute()
  const ids = rows.map(({ paymentIntent }) => paymentIntent)
  if (ids.length === 0) return []
  const refunds = await db
    .selectFrom('refund')
    .select(['id', 'paymentIntent', 'amount', 'state', 'via', 'tax', 'reason', 'note', 'insteadOf'])
    .select([
      'failureReason',
      'pendingReason',
      'askedAt',
      'settledAt',
      'providerId',
      'droppedAt',
      'forgoneBecause',
    ])
    .where('paymentIntent', 'in', ids)
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  const disputes = await db
    .selectFrom('dispute')
    .select(['paymentIntent', 'amount', 'status', 'dueBy'])
    .where('paymentIntent', 'in', ids)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    refunds: refunds.filter(({ paymentIntent }) => paymentIntent === row.paymentIntent),
    disputes: disputes.filter(({ paymentIntent }) => paymentIntent === row.paymentIntent),
  }))
}

/** First payment first. */
export const paymentsOfOrder = (db: Kysely<Schema>, orderId: string): Promise<KeptPayment[]> =>
  withMoney(db, keptPayments(db).where('orderId', '=', orderId))

/** With or without an order. */
export const paymentOf = async (
  db: Kysely<Schema>,
  paymentIntent: string,
): Promise<KeptPayment | undefined> =>
  (await withMoney(db, keptPayments(db).where('paymentIntent', '=', paymentIntent)))[0]

const mostListed = 100

/** At most 100, the newest last. */
export const paymentsWithoutOrder = (db: Kysely<Schema>): Promise<KeptPayment[]> =>
  withMoney(db, keptPayments(db).where('orderId', 'is', null).limit(mostListed))

/** `paidAt` in epoch ms. */
export const samplePayments = (
  db: Kysely<Schema>,
): Promise<{ readonly id: string; readonly amount: number; readonly paidAt: number }[]> =>
  db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select(['payment.paymentIntent as id', 'payment.amount', 'payment.receivedAt as paidAt'])
    .execute()

/** At most `limit` sessions of orders from before payments were kept: sums under review and second payments are missing. */
export const sessionsWithoutPayment = async (
  db: Kysely<Schema>,
  practice: boolean,
  limit: number,
): Promise<string[]> => {
  const twice = 'paid-twice '
  const named = await db
    .selectFrom('orders')
    .leftJoin('payment', 'payment.sessionId', 'orders.sessionId')
    .select('orders.sessionId')
    .where('orders.state', '=', 'needs_review')
    .where('orders.practice', '=', practice ? 1 : 0)
    .where('payment.role', 'is', null)
    .unionAll(
      db
        .selectFrom('orderEvent')
        .innerJoin('orders', 'orders.id', 'orderEvent.orderId')
        .leftJoin('payment', (join) =>
          join.on('payment.sessionId', '=', sql<string>`substr(order_event.detail, ${twice.length + 1})`),
        )
        .select(sql<string | null>`substr(order_event.detail, ${twice.length + 1})`.as('sessionId'))
        .where('orderEvent.what', '=', 'needs_review')
        .where('orderEvent.detail', 'like', `${twice}%`)
        .where('orders.practice', '=', practice ? 1 : 0)
        .where('payment.role', 'is', null),
    )
    .limit(limit)
    .execute()
  return named.flatMap(({ sessionId }) => sessionId ?? [])
}

const sessionIdForm = /^cs_[A-Za-z0-9_]{1,63}$/

/**
 * What /success may know of a payment by its session id (S13, S14, M7). Asks the provider about a pending order, whose event may be
 * late; `waiting` when that fails or `gateway` is null.
 */
export const paymentStatus = async (
  db: Kysely<Schema>,
  gateway: Pick<PaymentGateway, 'session'> | null,
  sessionId: string,
): Promise<PaymentStatus> => {
  if (!sessionIdForm.test(sessionId)) return 'unknown'
  const order = await orderBy(db, 'sessionId', sessionId)
  if (order === undefined) return 'unknown'
  if (order.state !== 'pending') return paymentStatusOf(order.state)
  if (gateway === null) return 'waiting'
  const report = await gateway.session(sessionId, timeLimits.look).catch(() => null)
  if (report === null) return 'waiting'
  if (report === undefined || report.status !== 'complete') return 'unpaid'
  return isPaid(report) ? 'paid' : 'waiting'
}
