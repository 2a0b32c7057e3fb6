import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { inChunks } from '~/server/database/engine.ts'
import { partsLeftOut, partsStaying } from './attempts.rules.ts'
import { type Dispute, noMoney, type OrderMoney, type OrderReturn, type Refund } from './money.rules.ts'
import type { Order } from './types.ts'

interface Found {
  paid: number
  readonly refunds: Refund[]
  readonly disputes: Dispute[]
  readonly returns: OrderReturn[]
}

const pairs = z.array(z.tuple([z.int(), z.int()]))

/** Units by position, of a return's stored pairs of position and units. */
export const unitsOfReturn = (lines: string): number[] => {
  const units: number[] = []
  for (const [position, count] of pairs.parse(JSON.parse(lines))) units[position] = count
  return Array.from(units, (count) => count ?? 0)
}

/**
 * That nothing went in this refund's place, and its owner has not dropped it: for a query that reads `refund`. What was tried in its place
 * and failed as well is owed in its stead (N156).
 */
export const isUnreplaced = sql<boolean>`refund.dropped_at is null
  and not exists (select 1 from refund as later where later.instead_of = refund.id and later.state <> 'canceled')`

/** That this refund failed and is owed (N156): for a query that reads `refund`. */
export const isOwedRefund = sql<boolean>`(refund.state = 'failed' and ${isUnreplaced})`

/** Money by order id, with an entry for every id. */
export const moneyOfOrders = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderMoney>> => {
  const found = new Map(
    orderIds.map((id): [string, Found] => [id, { paid: 0, refunds: [], disputes: [], returns: [] }]),
  )
  for (const ids of inChunks(orderIds)) await addMoney(db, ids, found)
  return found
}

export const moneyOfOrder = async (db: Kysely<Schema>, orderId: string): Promise<OrderMoney> =>
  (await moneyOfOrders(db, [orderId])).get(orderId) ?? noMoney

const addMoney = async (
  db: Kysely<Schema>,
  ids: readonly string[],
  found: ReadonlyMap<string, Found>,
): Promise<void> => {
  const ofOrders = db.selectFrom('payment').where('payment.orderId', 'in', ids)
  const payments = await ofOrders.select(['payment.orderId', 'payment.amount']).execute()
  const refunds = await ofOrders
    .innerJoin('refund', 'refund.paymentIntent', 'payment.paymentIntent')
    .select(['payment.orderId', 'refund.amount', 'refund.askedAt', 'refund.state'])
    .select(sql<number | boolean>`not (${isUnreplaced})`.as('isReplaced'))
    .orderBy('refund.askedAt')
    .orderBy('refund.id')
    .execute()
  const disputes = await ofOrders
    .innerJoin('dispute', 'dispute.paymentIntent', 'payment.paymentIntent')
    .select(['payment.orderId', 'dispute.amount', 'dispute.status', 'dispute.dueBy'])
    .orderBy('dispute.openedAt')
    .orderBy('dispute.id')
    .execute()
  const returns = await db
    .selectFrom('orderReturn')
    .select(['orderId', 'announcedAt', 'arrivedAt', 'lines'])
    .where('orderId', 'in', ids)
    .orderBy('announcedAt')
    .orderBy('id')
    .execute()
  const of = (orderId: string | null) => found.get(orderId ?? '')
  for (const { orderId, amount } of payments) {
    const money = of(orderId)
    if (money !== undefined) money.paid += amount
  }
  for (const { orderId, isReplaced, ...refund } of refunds)
    of(orderId)?.refunds.push(isReplaced ? { ...refund, isReplaced: true } : refund)
  for (const { orderId, ...dispute } of disputes) of(orderId)?.disputes.push(dispute)
  for (const { orderId, lines, ...each } of returns)
    of(orderId)?.returns.push({ ...each, units: unitsOfReturn(lines) })
}

/** Of one chunk of orders: refunds with the units they are for, and when parcels left; nothing of an order without such a refund. */
const refundsOfUnits = async (db: Kysely<Schema>, orderIds: readonly string[]) => {
  const refunds = db
    .selectFrom('payment')
    .innerJoin('refund', 'refund.paymentIntent', 'payment.paymentIntent')
    .where('payment.orderId', 'in', orderIds)
  const parts = await refunds
    .innerJoin('refundLine', 'refundLine.refundId', 'refund.id')
    .select(['payment.orderId', 'refundLine.refundId', 'refundLine.part', 'refundLine.position'])
    .select(['refundLine.units', 'refundLine.amount'])
    .where('refundLine.part', '=', 'lines')
    .execute()
  const concerned = [...new Set(parts.flatMap(({ orderId }) => orderId ?? []))]
  if (concerned.length === 0) return []
  const attempts = await refunds
    .select(['payment.orderId', 'refund.id', 'refund.state', 'refund.askedAt', 'refund.insteadOf'])
    .select(['refund.droppedAt', 'refund.forgoneBecause'])
    .orderBy('refund.askedAt')
    .orderBy('refund.id')
    .execute()
  const shippings = await shippingsOf(db, concerned)
  return concerned.map((orderId) => ({
    orderId,
    attempts: attempts.filter((each) => each.orderId === orderId),
    parts: parts.filter((each) => each.orderId === orderId),
    shippings: shippings.get(orderId) ?? [],
  }))
}

/** When parcels of these orders, one chunk, were recorded to leave, in epoch ms by order id; also those whose shipping was undone. */
export const shippingsOf = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number[]>> => {
  const events = await db
    .selectFrom('orderEvent')
    .select(['orderId', 'happenedAt'])
    .where('orderId', 'in', orderIds)
    .where('what', '=', 'shipped')
    .execute()
  const shippings = new Map<string, number[]>()
  for (const { orderId, happenedAt } of events)
    shippings.set(orderId, [...(shippings.get(orderId) ?? []), happenedAt])
  return shippings
}

/** Units of orders that are not sent which stay in the shop, as their money went back, is about to, is owed or was when a parcel left, keyed by order id and position. */
export const unitsTaken = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const taken = new Map<string, number>()
  for (const ids of inChunks(orderIds))
    for (const { orderId, attempts, parts, shippings } of await refundsOfUnits(db, ids))
      for (const { position, units } of partsStaying(attempts, parts, shippings)) {
        const key = `${orderId} ${position}`
        taken.set(key, (taken.get(key) ?? 0) + units)
      }
  return taken
}

/** When it was recorded that the parcel has left, in epoch ms: a corrected day of shipping has no time of day. Null before. */
export const shippingRecordedAt = async (
  db: Kysely<Schema>,
  { id, shippedAt }: Pick<Order, 'id' | 'shippedAt'>,
): Promise<number | null> => {
  if (shippedAt === null) return null
  const recorded = db.selectFrom('orderEvent').select('happenedAt').where('orderId', '=', id)
  const last = recorded.where('what', '=', 'shipped').orderBy('happenedAt', 'desc').limit(1)
  return (await last.executeTakeFirst())?.happenedAt ?? shippedAt
}

/** For each line, the units refunded before shipping, which stay in the shop (N18), or whose refund was owed when the parcel left (M46). */
export const unitsNotShipped = async (
  db: Kysely<Schema>,
  order: Pick<Order, 'id' | 'lines' | 'shippedAt'>,
): Promise<number[]> => {
  const left = await shippingRecordedAt(db, order)
  const [found] = await refundsOfUnits(db, [order.id])
  if (found === undefined) return order.lines.map(() => 0)
  const { attempts, parts, shippings } = found
  const staying =
    left === null
      ? partsStaying(attempts, parts, shippings)
      : partsLeftOut(attempts, parts, [...shippings, left])
  // Money that came back twice is of no more units than there are.
  return order.lines.map(({ quantity }, at) =>
    Math.min(
      quantity,
      staying.reduce((sum, { position, units }) => (position === at ? sum + units : sum), 0),
    ),
  )
}
