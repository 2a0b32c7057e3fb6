import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { shopState } from '~/server/shop-state.ts'
import type { Closure } from './closing.rules.ts'

/** The present closure, or null while the shop is open. */
export const shopClosure = async (db: Kysely<Schema>): Promise<Closure | null> => {
  const stored = await shopState(db, 'closure')
  if (!stored) return null
  const { since, message } = fieldsOf(parsedJson(stored))
  return { since: Number(since ?? 0), message: String(message ?? '') }
}

/** Goods that the owner does not sell for now; `name` is null while the catalogue does not know the number. */
export interface ClosedItem {
  readonly number: string
  readonly name: string | null
  readonly closedAt: number
}

/** The goods that are not sold for now, the latest first. */
export const closedItems = (db: Kysely<Schema>): Promise<ClosedItem[]> =>
  db
    .selectFrom('closedProduct')
    .leftJoin('product', 'product.number', 'closedProduct.number')
    .select(['closedProduct.number', 'product.name', 'closedProduct.closedAt as closedAt'])
    .orderBy('closedProduct.closedAt', 'desc')
    .orderBy('closedProduct.number')
    .execute()
