import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import type { Order } from '~/features/orders/types.ts'
import { sellable } from '~/features/products/queries.server.ts'
import type { SellableProduct } from '~/features/products/rules.ts'
/** Published or not. */
export const productsNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, SellableProduct>> => {
  if (numbers.length === 0) return new Map()
  const rows = await db.selectFrom('product').selectAll().where('number', 'in', numbers).execute()
  return new Map(rows.map((row) => [row.number, sellable(row)]))
}

/** What `adoptOrder` has made again. */
export const adoptedOrder = async (
  { db }: { readonly db: Kysely<Schema> },
  { orderId }: { readonly orderId: string },
): Promise<Order> => {
  const order = await orderBy(db, 'id', orderId)
  if (order === undefined) throw new Error('an order that was made again is gone')
  return order
}
