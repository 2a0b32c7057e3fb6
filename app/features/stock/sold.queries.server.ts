import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'

const day = 24 * 60 * 60_000

/** Days over which sales are told. */
export const soldDays = { week: 7, month: 30 } as const

interface SoldLine {
  readonly number: string
  readonly quantity: number
  /** Epoch ms. */
  readonly paidAt: number
}

interface Since {
  readonly from: number
  readonly practice: 0 | 1
}

/**
 * Orders in which something was sold. The state is asked for as an expression: by the index of states SQLite would read every paid order,
 * and as an inner join, for the order of numbers, every line that was ever sold.
 */
const sales = ({ from, practice }: Since) => sql`
  orders.paid_at >= ${from} and orders.cancelled_at is null and orders.practice = ${practice} and orders.state || '' = 'paid'`

/** The number that a position of an order has: of a line as it was paid, or of an exchange before (M16). */
const numberAt = sql`coalesce(
  (select line.number from order_line as line where line.order_id = away.order_id and line.position = away.from_position),
  (select earlier.number from order_exchange as earlier
    where earlier.order_id = away.order_id and earlier.position = away.from_position))`

/** What these orders hold now: their lines, what was exchanged for something, and less what it was exchanged for (M16). */
const soldLines = (since: Since) => sql<SoldLine>`(
  select order_line.number, order_line.quantity, orders.paid_at
  from orders cross join order_line where order_line.order_id = orders.id and ${sales(since)}
  union all
  select came.number, came.units, orders.paid_at
  from orders cross join order_exchange as came
  where came.order_id = orders.id and came.undone_at is null and ${sales(since)}
  union all
  select ${numberAt}, -away.units, orders.paid_at
  from orders cross join order_exchange as away
  where away.order_id = orders.id and away.undone_at is null and ${sales(since)}
)`

/**
 * Units of each product in orders paid within the last 7 and 30 days before `now` (epoch ms) and not cancelled, as they hold them now; a
 * row for each product that was sold. Read by when orders were paid, so that a shop's age costs nothing.
 */
export const soldUnits = (
  db: Kysely<Schema>,
  { now, demo }: { readonly now: number; readonly demo: boolean },
) =>
  db
    .selectFrom(soldLines({ from: now - soldDays.month * day, practice: demo ? 1 : 0 }).as('soldLine'))
    .groupBy('soldLine.number')
    .select('soldLine.number')
    .select((eb) => [
      eb.fn.sum<number>('soldLine.quantity').as('inMonth'),
      eb.fn.sum<number>(unitsSince(eb, now - soldDays.week * day)).as('inWeek'),
    ])

const unitsSince = (
  eb: ExpressionBuilder<Schema & { readonly soldLine: SoldLine }, 'soldLine'>,
  from: number,
) => eb.case().when('soldLine.paidAt', '>=', from).then(eb.ref('soldLine.quantity')).else(0).end()
