import type { Actor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import type { Closure } from './closing.rules.ts'
import { shopClosure } from './queries.server.ts'

/**
 * Closes the shop: from now on checkout refuses everything. A shop that is closed already stays so since then; the
 * `message`, which may be empty, replaces the one it has.
 */
export const closeShop = async (
  { db, now }: AppContext,
  _actor: Actor,
  message: string,
): Promise<Closure> => {
  const before = await shopClosure(db)
  const closure = { since: before?.since ?? now(), message }
  await rememberShopState(db, 'closure', JSON.stringify(closure))
  return closure
}

/** Opens the shop again. */
export const openShop = ({ db }: AppContext, _actor: Actor): Promise<void> =>
  rememberShopState(db, 'closure', '')

/** Sells goods no more until `openItem`, whatever imports and loaded files bring. Says the name; null: nothing has this number. */
export const closeItem = async (
  { db, now }: AppContext,
  _actor: Actor,
  number: string,
): Promise<string | null> => {
  const product = await db
    .selectFrom('product')
    .select('name')
    .where('number', '=', number)
    .executeTakeFirst()
  if (product === undefined) return null
  await db
    .insertInto('closedProduct')
    .values({ number, closedAt: now() })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
  return product.name
}

/** Forgets which goods were not sold: those of a demo that ends are none of the shop's. */
export const openAllItems = async ({ db }: AppContext, _actor: Actor): Promise<void> => {
  await db.deleteFrom('closedProduct').execute()
}

/** Sells these goods again. False: they were not closed. */
export const openItem = async ({ db }: AppContext, _actor: Actor, number: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('closedProduct')
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
