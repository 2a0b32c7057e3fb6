import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OpenOrder, Order } from './types.ts'

const mostFormer = 20

/** This browser's superseded orders whose payment pages may still be open, newest first, at most 20. */
export const supersededOrders = (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<OpenOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'orderNumber as number', 'sessionId'])
    .where('browserToken', '=', browserToken)
    .where('state', '=', 'pending')
    .where('openKey', 'is', null)
    .where('sessionId', 'is not', null)
    .where('id', '!=', id)
    .orderBy('createdAt', 'desc')
    .limit(mostFormer)
    .execute()

export const isSuperseded = async (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<boolean> => {
  const newer = await db
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
  return newer !== undefined
}

/** How many payment pages may still be paid at `now` (epoch ms). */
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

/** Orders older than `ageMs`, or in the future because the clock was set back; least recently checked first. */
export const ordersToCheck = (
  db: Kysely<Schema>,
  { now, ageMs, limit }: { readonly now: number; readonly ageMs: number; readonly limit: number },
): Promise<Array<OpenOrder & Pick<Order, 'createdAt'>>> =>
  db
    .selectFrom('orders')
    .select(['id', 'orderNumber as number', 'sessionId', 'createdAt'])
    .where('state', 'in', ['pending', 'awaiting_payment'])
    .where('source', '=', 'own')
    .where((eb) => eb.or([eb('createdAt', '<=', now - ageMs), eb('createdAt', '>', now + ageMs)]))
    .orderBy('checkedAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** `createdFrom` is epoch ms. Practice orders of a former demo are left out: the real provider does not know them (S11). */
export const paidOrdersSince = (
  db: Kysely<Schema>,
  createdFrom: number,
  practice: boolean,
): Promise<Array<{ id: string; sessionId: string | null; total: number }>> =>
  db
    .selectFrom('orders')
    .select(['id', 'sessionId', 'total'])
    .where('state', '=', 'paid')
    .where('practice', '=', practice ? 1 : 0)
    .where('source', '=', 'own')
    .where('createdAt', '>=', createdFrom)
    .execute()

const mostCounted = 10_000

/** Unfinished orders by state, each counted up to 10,000. */
export const openOrderCounts = async (db: Kysely<Schema>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const state of ['pending', 'awaiting_payment', 'needs_review'] as const) {
    const found = db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', state)
      .limit(mostCounted)
      .as('found')
    const row = await db
      .selectFrom(found)
      .select((eb) => eb.fn.countAll().as('all'))
      .executeTakeFirst()
    counts[state] = Number(row?.all ?? 0)
  }
  return counts
}
