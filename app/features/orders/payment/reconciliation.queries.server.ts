import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OpenOrder, Order } from '../types.ts'

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
