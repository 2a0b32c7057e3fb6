import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Order } from './types.ts'

/** An order whose payment page may still be open. */
export interface OpenOrder {
  readonly id: string
  readonly number: string
  readonly sessionId: string | null
}

const mostFormer = 20

/** The orders of the same browser that `preferOrder` has overtaken and whose pages may be open, the newest first, at most 20. */
export const overtakenOrders = async (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<OpenOrder[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'sessionId'])
    .where('browserToken', '=', browserToken)
    .where('state', '=', 'pending')
    .where('openKey', 'is', null)
    .where('sessionId', 'is not', null)
    .where('id', '!=', id)
    .orderBy('createdAt', 'desc')
    .limit(mostFormer)
    .execute()
  return rows.map((row) => ({ id: row.id, number: row.orderNumber, sessionId: row.sessionId }))
}

/** Has this browser asked for another cart since `order` was preferred? */
export const isOvertaken = async (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<boolean> => {
  const sign = await db
    .selectFrom('orders')
    .select('id')
    .where('browserToken', '=', browserToken)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', id), eb('openKey', 'is', null)]),
        eb.and([eb('id', '!=', id), eb('openKey', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return sign !== undefined
}

/** How many orders have a payment page that may still be paid at `now` (epoch ms). */
export const openPaymentCount = async (db: Kysely<Schema>, now: number): Promise<number> => {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll().as('open'))
    .where('state', '=', 'pending')
    .where('sessionId', 'is not', null)
    .where('sessionExpiresAt', '>', now)
    .executeTakeFirst()
  return Number(row?.open ?? 0)
}

/** An order about which the provider has to be asked. */
export interface OrderToCheck extends OpenOrder {
  readonly createdAt: number
}

/**
 * Orders whose money may have come without a word, at `now`: pending or waiting for their payment, and written `ageMs` ago
 * or, by a clock that has been set back since, in the future. At most `limit`; who was not asked about for longest first.
 */
export const ordersToCheck = async (
  db: Kysely<Schema>,
  { now, ageMs, limit }: { readonly now: number; readonly ageMs: number; readonly limit: number },
): Promise<OrderToCheck[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'sessionId', 'createdAt'])
    .where('state', 'in', ['pending', 'awaiting_payment'])
    .where((eb) => eb.or([eb('createdAt', '<=', now - ageMs), eb('createdAt', '>', now + ageMs)]))
    .orderBy('checkedAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.orderNumber,
    sessionId: row.sessionId,
    createdAt: row.createdAt,
  }))
}

/** A paid order as the comparison with the provider needs it; `total` in yen. */
export interface PaidOrder {
  readonly id: string
  readonly number: string
  readonly sessionId: string | null
  readonly total: number
}

/**
 * The paid orders written from `createdFrom` on (epoch ms): those of practice, or the real ones. A shop that was a demo
 * keeps its practice orders, of which the real provider knows nothing (S11).
 */
export const paidOrdersSince = async (
  db: Kysely<Schema>,
  createdFrom: number,
  practice: boolean,
): Promise<PaidOrder[]> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'sessionId', 'total'])
    .where('state', '=', 'paid')
    .where('practice', '=', practice ? 1 : 0)
    .where('createdAt', '>=', createdFrom)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    number: row.orderNumber,
    sessionId: row.sessionId,
    total: row.total,
  }))
}
