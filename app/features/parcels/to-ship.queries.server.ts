import { type Kysely, type Selectable, sql } from 'kysely'
import type { OrderLineTable, OrdersTable, Schema } from '#db/schema.ts'
import { givenBack } from '~/features/orders/list.queries.server.ts'
import { unitsTaken } from '~/features/orders/money.queries.server.ts'
import { orderOf } from '~/features/orders/queries.server.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { OrderToPack } from './rules.ts'

/** Paid, neither shipped, cancelled nor given back. */
const waiting = (db: Kysely<Schema>, practice: boolean) =>
  db
    .selectFrom('orders')
    .where('orders.practice', '=', practice ? 1 : 0)
    .where('orders.shippedAt', 'is', null)
    .where('orders.cancelledAt', 'is', null)
    .where((eb) => eb.not(givenBack))

/** SQL form of `disputePhase`. */
const contested = sql<boolean>`exists (
  select 1 from dispute join payment on payment.payment_intent = dispute.payment_intent
  where payment.order_id = orders.id and dispute.status not in (
    'warning_needs_response', 'warning_under_review', 'warning_closed', 'won', 'prevented', 'lost'
  )
)`

/** SQL form of `shippingRefusal`, for lists. */
const toShip = (db: Kysely<Schema>, practice: boolean) =>
  waiting(db, practice)
    .where('orders.state', '=', 'paid')
    .where((eb) => eb.or([eb('orders.reviewReason', 'is', null), eb('orders.settledAt', 'is not', null)]))
    .where((eb) => eb.not(contested))

const count = async (rows: { readonly executeTakeFirst: () => Promise<{ all: unknown } | undefined> }) =>
  Number((await rows.executeTakeFirst())?.all ?? 0)

/** Number of orders to ship now, and of those waiting for a payment review. */
export const shippingCounts = async (
  db: Kysely<Schema>,
  practice: boolean,
): Promise<{ readonly toShip: number; readonly held: number }> => {
  const ready = await count(toShip(db, practice).select((eb) => eb.fn.countAll().as('all')))
  const all = await count(
    waiting(db, practice)
      .where('orders.state', 'in', ['paid', 'needs_review'])
      .select((eb) => eb.fn.countAll().as('all')),
  )
  return { toShip: ready, held: all - ready }
}

/** Sort key for cutting: the lowest fabric number; without fabrics the lowest kit number, after all fabrics. */
const firstNumber = sql<string>`coalesce(
  (select '0' || min(number) from order_line where order_id = orders.id and type = 'fabric'),
  (select '1' || min(number) from order_line where order_id = orders.id)
)`

/** Longest piece of that number. */
const firstPiece = sql<number>`(
  select max(quantity) from order_line where order_id = orders.id and '0' || number = ${firstNumber}
)`

/** At most `most` orders to ship after the first `from`, in cutting order: by fabric number, longer pieces first. */
export const ordersToShip = async (
  db: Kysely<Schema>,
  { practice, from, most }: { readonly practice: boolean; readonly from: number; readonly most: number },
): Promise<OrderToPack[]> =>
  withLinesOf(
    db,
    await toShip(db, practice)
      .selectAll('orders')
      .orderBy(firstNumber)
      .orderBy(sql`coalesce(${firstPiece}, 0) desc`)
      .orderBy('orders.paidAt')
      .orderBy('orders.id')
      .offset(from)
      .limit(most)
      .execute(),
  )

/** At most `most` orders shipped at or after `from` and before `until` (epoch ms), newest first. */
export const ordersShipped = async (
  db: Kysely<Schema>,
  {
    practice,
    from,
    until,
    most,
  }: { readonly practice: boolean; readonly from: number; readonly until: number; readonly most: number },
): Promise<OrderToPack[]> =>
  withLinesOf(
    db,
    await db
      .selectFrom('orders')
      .selectAll()
      .where('practice', '=', practice ? 1 : 0)
      .where('shippedAt', '>=', from)
      .where('shippedAt', '<', until)
      .orderBy('shippedAt', 'desc')
      .orderBy('id')
      .limit(most)
      .execute(),
  )

/** The orders with these numbers that are to be shipped. */
export const ordersToShipNumbered = async (
  db: Kysely<Schema>,
  practice: boolean,
  numbers: readonly string[],
): Promise<OrderToPack[]> => {
  const rows: Selectable<OrdersTable>[] = []
  for (const some of inChunks(numbers))
    rows.push(...(await toShip(db, practice).selectAll('orders').where('orderNumber', 'in', some).execute()))
  return withLinesOf(db, rows)
}

/** The orders with these numbers, in any state. */
export const ordersNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<OrderToPack[]> => {
  const rows: Selectable<OrdersTable>[] = []
  for (const some of inChunks(numbers))
    rows.push(...(await db.selectFrom('orders').selectAll().where('orderNumber', 'in', some).execute()))
  return withLinesOf(db, rows)
}

/** The carrier stored for the last shipped parcel that has one; null when none has. */
export const lastCarrier = async (db: Kysely<Schema>): Promise<string | null> => {
  const last = await db
    .selectFrom('orders')
    .select('carrier')
    .where('shippedAt', 'is not', null)
    .where('carrier', 'is not', null)
    .orderBy('shippedAt', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return last?.carrier ?? null
}

const withLinesOf = async (
  db: Kysely<Schema>,
  rows: readonly Selectable<OrdersTable>[],
): Promise<OrderToPack[]> => {
  const lines = new Map<string, Selectable<OrderLineTable>[]>(rows.map(({ id }) => [id, []]))
  for (const ids of inChunks([...lines.keys()])) {
    const found = await db
      .selectFrom('orderLine')
      .selectAll()
      .where('orderId', 'in', ids)
      .orderBy('orderId')
      .orderBy('position')
      .execute()
    for (const line of found) lines.get(line.orderId)?.push(line)
  }
  const orders = rows.map((row) => orderOf(row, lines.get(row.id) ?? []))
  const own = await ownPictures(
    db,
    orders.flatMap((order) => order.lines.flatMap(({ picture }) => picture ?? [])),
  )
  const taken = await unitsTaken(db, [...lines.keys()])
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line, position) => ({
      ...line,
      picture: own.get(line.picture ?? '') ?? line.picture,
      taken: taken.get(`${order.id} ${position}`) ?? 0,
    })),
  }))
}
