import type { AppContext } from '~/server/app-context.ts'
import { rememberShopState } from '~/server/shop-state.ts'
import type { Closure } from './closing.rules.ts'
import { nameWithColour } from './description.rules.ts'
import { shopClosure } from './queries.server.ts'

/** From now on checkout refuses everything. A closed shop keeps its `since`; `message`, which may be empty, is replaced. */
export const closeShop = async ({ db, now }: AppContext, message: string): Promise<Closure> => {
  const before = await shopClosure(db)
  const closure = { since: before?.since ?? now(), message }
  await rememberShopState(db, 'closure', JSON.stringify(closure))
  return closure
}

export const openShop = ({ db }: AppContext): Promise<void> => rememberShopState(db, 'closure', '')

/** Stops selling a product until `openItem`, whatever imports bring. Gives its name with the colour, or null for an unknown number. */
export const closeItem = async ({ db, now }: AppContext, number: string): Promise<string | null> => {
  const product = await db
    .selectFrom('product')
    .select(['name', 'type', 'description'])
    .where('number', '=', number)
    .executeTakeFirst()
  if (product === undefined) return null
  await db
    .insertInto('closedProduct')
    .values({ number, closedAt: now() })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .execute()
  return nameWithColour(product)
}

/** For the end of a demo, whose products are none of the shop's. */
export const openAllItems = async ({ db }: AppContext): Promise<void> => {
  await db.deleteFrom('closedProduct').execute()
}

/** Sells a product again; false when it was not closed. */
export const openItem = async ({ db }: AppContext, number: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('closedProduct')
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
