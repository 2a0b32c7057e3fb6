import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { type MoveNote, moveNoteIn } from '../database/move-note.ts'
import { type DeskSettings, deskSettings } from '../desk-settings.ts'
import { shopState } from '../shop-state.ts'

export interface FoundShop {
  /** Undefined when it was last opened before shops had ids. */
  readonly id: string | undefined
  readonly paidOrders: number
  /** '1' for a demo, '0' for a real shop; undefined before its first start has ended. */
  readonly demo?: string | undefined
  readonly desk?: DeskSettings
  /** Set while the shop moves and after (D30). */
  readonly move?: MoveNote | undefined
}

/** Reads a database before any migration; undefined where no shop was opened. */
export const shopIn = async (db: Kysely<Schema>): Promise<FoundShop | undefined> => {
  const tables = new Set((await db.introspection.getTables()).map(({ name }) => name))
  if (!tables.has('shop_state') || !tables.has('orders')) return undefined
  return {
    id: await shopState(db, 'shop_id'),
    paidOrders: await paidOrdersIn(db),
    demo: await shopState(db, 'demo'),
    desk: await deskSettings(db),
    move: await moveNoteIn(db),
  }
}

/** Paid orders are never deleted. */
export const paidOrdersIn = async (db: Kysely<Schema>): Promise<number> => {
  const { orders } = await db
    .selectFrom('orders')
    .where('paidAt', 'is not', null)
    .select(sql<number>`count(*)`.as('orders'))
    .executeTakeFirstOrThrow()
  return Number(orders)
}

/** The value under `key`; `wanted` is stored if there is none. Concurrent processes all get the same. */
export const settledId = async (
  db: Kysely<Schema>,
  key: 'shop_id' | 'pictures_id' | 'places_id' | 'former_issuer',
  wanted: string,
): Promise<string> => {
  await db
    .insertInto('shopState')
    .values({ key, value: wanted })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return (await shopState(db, key)) ?? wanted
}
