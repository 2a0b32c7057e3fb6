import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { paymentStatusOf } from '~/features/orders/rules.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Order, PaymentStatus } from '~/features/orders/types.ts'
import { sellable } from '~/features/products/queries.server.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
import { isPaid } from './rules.ts'
import type { PaymentGateway } from './stripe.server.ts'

/** Published or not. */
export const productsNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, SellableProduct>> => {
  if (numbers.length === 0) return new Map()
  const rows = await db.selectFrom('product').selectAll().where('number', 'in', numbers).execute()
  return new Map(rows.map((row) => [row.number, sellable(row)]))
}

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

/** What `adoptOrder` has made again. */
export const adoptedOrder = async (
  { db }: { readonly db: Kysely<Schema> },
  { orderId }: { readonly orderId: string },
): Promise<Order> => {
  const order = await orderBy(db, 'id', orderId)
  if (order === undefined) throw new Error('an order that was made again is gone')
  return order
}
