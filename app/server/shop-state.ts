import type { AppContext } from './app-context.ts'

type StateKey = 'shop_id' | 'pictures_id' | 'demo' | 'site_origin' | 'closure' | 'fabric_index' | 'kit_index'

export const shopState = async (db: AppContext['db'], key: StateKey): Promise<string | undefined> =>
  (await db.selectFrom('shopState').select('value').where('key', '=', key).executeTakeFirst())?.value

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
