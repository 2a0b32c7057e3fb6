import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import type { Parcel } from '~/features/orders/carriers.rules.ts'
import { isAllGivenBack } from '~/features/orders/list.queries.server.ts'
import { unitsTaken } from '~/features/orders/money.queries.server.ts'
import { furtherParcels, orderOf } from '~/features/orders/queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { linesWithoutFabric } from '~/features/stock/queries.server.ts'
import { compareCodeUnits } from '~/kernel/kana-order.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type HeldLineRow, heldLinesOfEach, linesHeld } from '~/server/database/held-lines.ts'
import { type OrderToPack, tickKey } from './rules.ts'

/** Paid, neither shipped, cancelled nor given back. */
const waiting = (db: Kysely<Schema>, practice: boolean) =>
  db
    .selectFrom('orders')
    .where('orders.practice', '=', practice ? 1 : 0)
    .where('orders.shippedAt', 'is', null)
    .where('orders.cancelledAt', 'is', null)
    .where((eb) => eb.not(isAllGivenBack))

/** SQL form of an open `disputePhase`. */
const contested = sql<boolean>`exists (
  select 1 from dispute join payment on payment.payment_intent = dispute.payment_intent
  where payment.order_id = orders.id and dispute.status not in (
    'warning_needs_response', 'warning_under_review', 'warning_closed', 'won', 'prevented', 'lost'
  )
)`

const unsettled = sql<boolean>`(orders.review_reason is not null and orders.settled_at is null)`

/** Why an order that waits is not among those to ship: each is of one of these at most. */
export const heldFor = {
  review: unsettled,
  dispute: sql<boolean>`(not ${unsettled} and ${contested})`,
} as const

/** SQL form of `shippingRefusal`, for lists of what waits. */
const isReady = (eb: ExpressionBuilder<Schema, 'orders'>) =>
  eb.and([eb('orders.state', '=', 'paid'), eb.not(heldFor.review), eb.not(heldFor.dispute)])

const toShip = (db: Kysely<Schema>, practice: boolean) => waiting(db, practice).where(isReady)

/** Sort key for cutting: the lowest fabric number; without fabrics the lowest kit number, after all fabrics. */
const firstNumber = sql<string | null>`coalesce(
  (select '0' || min(number) from ${heldLinesOfEach} as held where quantity > 0 and type = 'fabric'),
  (select '1' || min(number) from ${heldLinesOfEach} as held where quantity > 0)
)`

/** Longest piece of that number. */
const firstPiece = sql<number | null>`(
  select max(quantity) from ${heldLinesOfEach} as held where '0' || number = ${firstNumber}
)`

/** Ids of orders that may be waiting: what an index alone can tell. As one text: a row for each takes longer than finding them. */
const openIds = async (db: Kysely<Schema>): Promise<string[]> => {
  const open = (state: 'paid' | 'needs_review') =>
    db
      .selectFrom('orders')
      // A literal, for which SQLite takes the index of open orders.
      .where('state', '=', sql.lit(state))
      .where('shippedAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .select(sql<string | null>`string_agg(id, ' ')`.as('ids'))
  const ready = await open('paid').executeTakeFirst()
  const review = await open('needs_review').executeTakeFirst()
  return [ready, review].flatMap((found) => found?.ids?.split(' ') ?? [])
}

/** About 5 ms on SQLite. */
const rowsPerPortion = 250

/** Runs `task` for portions of `rows`; pages are answered in between. */
const byPortions = async <T, R>(
  rows: readonly T[],
  task: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> => {
  const found: R[] = []
  for (const some of inChunks(rows, rowsPerPortion)) {
    for (const one of await task(some)) found.push(one)
    if (rows.length > rowsPerPortion) await setImmediate()
  }
  return found
}

/** Events with which an order comes to wait for its parcel. */
const comings = ['paid', 'restored', 'settled', 'dispute over', 'unshipped'] as const

/** How many orders came to be shipped after `since` (epoch ms), beside those with these numbers (N113). */
export const ordersCome = async (
  db: Kysely<Schema>,
  practice: boolean,
  since: number,
  numbers: readonly string[],
): Promise<number> => {
  const come = await byPortions(await openIds(db), (ids) =>
    toShip(db, practice)
      .where('orders.id', 'in', ids)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('orderEvent')
            .select('orderEvent.id')
            .whereRef('orderEvent.orderId', '=', 'orders.id')
            .where('orderEvent.happenedAt', '>', since)
            .where('orderEvent.what', 'in', comings),
        ),
      )
      .select('orders.orderNumber')
      .execute(),
  )
  return come.filter(({ orderNumber }) => !numbers.includes(orderNumber ?? '')).length
}

interface WaitingOrders {
  /** Ids of orders to ship, in cutting order: by fabric number, longer pieces first. */
  readonly toShip: readonly string[]
  /** Orders that wait for a payment review. */
  readonly held: number
}

const idsNumbered = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<string[]> =>
  byPortions(numbers, async (some) =>
    (await db.selectFrom('orders').select('id').where('orderNumber', 'in', some).execute()).map(
      ({ id }) => id,
    ),
  )

/** All that waits, or of it the orders with the numbers `marked`: read and sorted in portions, since its order is in no index (D66). */
export const waitingOrders = async (
  db: Kysely<Schema>,
  practice: boolean,
  marked: readonly string[] | null = null,
): Promise<WaitingOrders> => {
  const open = marked === null ? await openIds(db) : await idsNumbered(db, marked)
  const rows = await byPortions(open, (ids) =>
    waiting(db, practice)
      .where('orders.id', 'in', ids)
      .select((eb) => [
        'orders.id',
        'orders.paidAt',
        firstNumber.as('number'),
        firstPiece.as('piece'),
        eb.case().when(isReady(eb)).then(1).else(0).end().as('isReady'),
      ])
      .execute(),
  )
  const ready = rows.filter((row) => row.isReady === 1)
  const ids = ready.sort(byCutting).map(({ id }) => id)
  return { toShip: ids, held: rows.length - ids.length }
}

interface CutFirst {
  readonly id: string
  readonly number: string | null
  readonly piece: number | null
  readonly paidAt: number | null
}

const byCutting = (a: CutFirst, b: CutFirst): number =>
  compareCodeUnits(a.number ?? '', b.number ?? '') ||
  (b.piece ?? 0) - (a.piece ?? 0) ||
  (a.paidAt ?? 0) - (b.paidAt ?? 0) ||
  compareCodeUnits(a.id, b.id)

/** These orders, in this order. */
export const ordersWithIds = async (db: Kysely<Schema>, ids: readonly string[]): Promise<OrderToPack[]> => {
  const orders = await byPortions(ids, async (some) =>
    withLinesOf(db, await db.selectFrom('orders').selectAll().where('id', 'in', some).execute()),
  )
  const found = new Map(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Ids of at most `most` orders shipped at or after `from` and before `until` (epoch ms), newest first. */
export const shippedIds = async (
  db: Kysely<Schema>,
  {
    practice,
    from,
    until,
    most,
  }: { readonly practice: boolean; readonly from: number; readonly until: number; readonly most: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('practice', '=', practice ? 1 : 0)
    .where('shippedAt', '>=', from)
    .where('shippedAt', '<', until)
    .orderBy('shippedAt', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

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

/** Ids and numbers alone of those of these orders that are to be shipped. */
export const namesToShip = async (
  db: Kysely<Schema>,
  practice: boolean,
  numbers: readonly string[],
): Promise<{ readonly id: string; readonly number: string }[]> => {
  const found: { readonly id: string; readonly number: string }[] = []
  for (const some of inChunks(numbers))
    found.push(
      ...(await toShip(db, practice)
        .select(['orders.id', 'orders.orderNumber as number'])
        .where('orderNumber', 'in', some)
        .execute()),
    )
  return found
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

/** Set ticks by their keys, with who set them; '' where that is not known. */
export const ticksOf = async (
  db: Kysely<Schema>,
  orders: readonly Pick<Order, 'id' | 'number'>[],
): Promise<Map<string, string>> => {
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const on = new Map<string, string>()
  for (const ids of inChunks([...numbers.keys()])) {
    const rows = await db.selectFrom('packingTick').selectAll().where('orderId', 'in', ids).execute()
    for (const { orderId, position, step, tickedBy } of rows)
      on.set(tickKey({ number: numbers.get(orderId) ?? '', position, step }), tickedBy ?? '')
  }
  return on
}

const withLinesOf = async (
  db: Kysely<Schema>,
  rows: readonly Selectable<OrdersTable>[],
): Promise<OrderToPack[]> => {
  const lines = new Map<string, HeldLineRow[]>(rows.map(({ id }) => [id, []]))
  for (const ids of inChunks([...lines.keys()])) {
    for (const line of await linesHeld(db, ids).execute()) lines.get(line.orderId)?.push(line)
  }
  const further = new Map<string, readonly Parcel[]>()
  for (const ids of inChunks([...lines.keys()]))
    for (const [id, parcels] of await furtherParcels(db, ids)) further.set(id, parcels)
  const orders = rows.map((row) => orderOf(row, lines.get(row.id) ?? [], further.get(row.id)))
  const own = await ownPictures(
    db,
    orders.flatMap((order) => order.lines.flatMap(({ picture }) => picture ?? [])),
  )
  const taken = await unitsTaken(db, [...lines.keys()])
  const withoutFabric = await linesWithoutFabric(db, [...lines.keys()])
  // What is cut or in its box is there.
  for (const ids of inChunks([...lines.keys()]))
    for (const { orderId, position } of await db
      .selectFrom('packingTick')
      .select(['orderId', 'position'])
      .where('orderId', 'in', ids)
      .execute())
      withoutFabric.delete(`${orderId} ${position}`)
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line, position) => ({
      ...line,
      picture: own.get(line.picture ?? '') ?? line.picture,
      taken: Math.min(line.quantity, taken.get(`${order.id} ${position}`) ?? 0),
      isWithoutFabric: withoutFabric.has(`${order.id} ${position}`),
    })),
  }))
}
