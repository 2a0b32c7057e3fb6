import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { OrderLineTable, Schema } from '#db/schema.ts'

/** A line as its order holds it now, with the position that its units were exchanged from; null for a line as it was paid. */
export interface HeldLineRow extends OrderLineTable {
  readonly exchangedFrom: number | null
}

const exchangedAway = (line: 'order_line' | 'order_exchange') => sql`cast(coalesce((
  select sum(away.units) from order_exchange as away where away.order_id = ${sql.ref(line)}.order_id
  and away.from_position = ${sql.ref(line)}.position and away.undone_at is null), 0) as integer)`

const held = (of: (orderId: RawBuilder<string>) => RawBuilder<boolean>) => sql<HeldLineRow>`(
  select order_line.order_id, order_line.position, order_line.number, order_line.type, order_line.name, order_line.description,
    order_line.unit_price, order_line.quantity - ${exchangedAway('order_line')} as quantity, order_line.free, order_line.image_url,
    order_line.picture, cast(null as integer) as exchanged_from
  from order_line where ${of(sql`order_line.order_id`)}
  union all
  select order_exchange.order_id, order_exchange.position, order_exchange.number, order_exchange.type, order_exchange.name,
    order_exchange.description, order_exchange.unit_price,
    case when order_exchange.undone_at is null then order_exchange.units - ${exchangedAway('order_exchange')} else 0 end as quantity,
    0 as free, order_exchange.image_url, order_exchange.picture, order_exchange.from_position as exchanged_from
  from order_exchange where ${of(sql`order_exchange.order_id`)}
)`

/**
 * What orders hold now: the lines as they were paid, each less the units that were exchanged, and the exchanges as lines after them (M16).
 * A position is never given twice: where nothing is left of a line or an exchange it has the quantity 0. Whoever shows or handles goods
 * reads this; `order_line` alone is what was ordered and paid. For `selectFrom(heldLines.as('orderLine'))` with a condition on it that
 * names values alone: a condition that names another table is given to `heldLinesOf`, for SQLite would read all lines of all orders.
 */
export const heldLines = held(() => sql<boolean>`1 = 1`)

/** The same of the orders in this list, such as `(select id from orders where …)`. */
export const heldLinesOf = (orderIds: Expression<unknown>) =>
  held((orderId) => sql<boolean>`${orderId} in ${orderIds}`)

/** The same of the order that the query around it reads as `orders`. */
export const heldLinesOfEach = held((orderId) => sql<boolean>`${orderId} = orders.id`)

/** The lines of these orders, at most one chunk, by position. */
export const linesHeld = (db: Kysely<Schema>, orderIds: readonly string[]) =>
  db
    .selectFrom(heldLines.as('orderLine'))
    .selectAll('orderLine')
    .where('orderLine.orderId', 'in', orderIds)
    .orderBy('orderLine.orderId')
    .orderBy('orderLine.position')

/** Those of these numbers that any order ever had, as ordered or in exchange: none of them is given to another product (N42). */
export const numbersEverOrdered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('orderLine')
    .select('number')
    .where('number', 'in', numbers)
    .union(db.selectFrom('orderExchange').select('number').where('number', 'in', numbers))
    .execute()
  return rows.map(({ number }) => number)
}
