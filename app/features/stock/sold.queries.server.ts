import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { engineOf } from '~/server/database/engine.ts'
import { heldLinesOf } from '~/server/database/held-lines.ts'

const day = 24 * 60 * 60_000

/** Days over which sales are told. */
export const soldDays = { week: 7, month: 30 } as const

/**
 * Units of each product in orders paid within the last 7 and 30 days before `now` (epoch ms) and not cancelled; a row for each product
 * that was sold. Read by when orders were paid, so that a shop's age costs nothing.
 */
export const soldUnits = (
  db: Kysely<Schema>,
  { now, demo }: { readonly now: number; readonly demo: boolean },
) =>
  db
    .selectFrom('orders')
    // Not as an inner join: for its order of numbers SQLite would read every line that was ever sold.
    .crossJoin(heldLinesOf(paidSince(db, now - soldDays.month * day)).as('orderLine'))
    .whereRef('orderLine.orderId', '=', 'orders.id')
    .where('orders.paidAt', '>=', now - soldDays.month * day)
    .where('orders.cancelledAt', 'is', null)
    .where('orders.practice', '=', demo ? 1 : 0)
    .where(stateOf(db), '=', 'paid')
    .groupBy('orderLine.number')
    // Not of each line: PostgreSQL would first work out what is left of every line that was ever sold.
    .having((eb) => eb.fn.sum('orderLine.quantity'), '>', 0)
    .select('orderLine.number')
    .select((eb) => [
      eb.fn.sum<number>('orderLine.quantity').as('inMonth'),
      eb.fn.sum<number>(unitsSince(eb, now - soldDays.week * day)).as('inWeek'),
    ])

/** By the index of states SQLite would read every paid order; PostgreSQL knows that most are paid, and joins by it. */
const stateOf = (db: Kysely<Schema>) =>
  engineOf(db) === 'sqlite' ? sql<string>`+orders.state` : sql<string>`orders.state`

const paidSince = (db: Kysely<Schema>, from: number) =>
  db.selectFrom('orders').where('paidAt', '>=', from).select('id')

const unitsSince = (eb: ExpressionBuilder<Schema, 'orders' | 'orderLine'>, from: number) =>
  eb.case().when('orders.paidAt', '>=', from).then(eb.ref('orderLine.quantity')).else(0).end()
