import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrders } from './money.queries.server.ts'
import { noMoney, refundsThatCount } from './money.rules.ts'
import { withoutLines } from './queries.server.ts'
import type { ListedOrder } from './types.ts'

const listed = (db: Kysely<Schema>) =>
  db.selectFrom('orders').where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])

/** As `isGivenBack` says it, for the order of the list. */
const givenBack = sql<boolean>`(
  select coalesce(sum(payment.amount), 0) from payment where payment.order_id = orders.id
) between 1 and (
  select coalesce(sum(refund.amount), 0) from refund
  join payment as paid on paid.payment_intent = refund.payment_intent
  where paid.order_id = orders.id and refund.state in (${sql.join(refundsThatCount)})
) + (
  select coalesce(sum(dispute.amount), 0) from dispute
  join payment as paid on paid.payment_intent = dispute.payment_intent
  where paid.order_id = orders.id and dispute.status = 'lost'
)`

/**
 * The orders that were paid or need a look, at most `limit`, and how many are left out: what is still to be done first,
 * the oldest of it above, then what was shipped or given back, the newest above.
 */
export const ordersForOwner = async (
  db: Kysely<Schema>,
  limit: number,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly leftOut: number }> => {
  const isDone = sql<boolean>`(shipped_at is not null or ${givenBack})`
  const rows = await listed(db)
    .selectAll()
    .orderBy(sql`case when ${isDone} then 1 else 0 end`)
    .orderBy(sql`case when ${isDone} then -created_at else created_at end`)
    .orderBy('id')
    .limit(limit)
    .execute()
  const counted = await listed(db)
    .select((eb) => eb.fn.countAll().as('all'))
    .executeTakeFirst()
  const money = await moneyOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  return {
    orders: rows.map((row) => ({ ...withoutLines(row), money: money.get(row.id) ?? noMoney })),
    leftOut: Number(counted?.all ?? 0) - rows.length,
  }
}
