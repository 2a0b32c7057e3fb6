import type { AppContext } from './app-context.ts'

/**
 * What the shop remembers about itself from start to start: whether it is a demo, at which address it was opened, and
 * whether its owner has closed it.
 */
type StateKey = 'demo' | 'site_origin' | 'closure'

/** What is remembered under `key`; undefined in a new data folder. */
export const shopState = async (db: AppContext['db'], key: StateKey): Promise<string | undefined> =>
  (await db.selectFrom('shopState').select('value').where('key', '=', key).executeTakeFirst())?.value

/** Remembers `value` under `key` in place of what was there. */
export const rememberShopState = async (
  db: AppContext['db'],
  key: StateKey,
  value: string,
): Promise<void> => {
  await db
    .insertInto('shopState')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
