import type { AppContext } from './app-context.ts'
import { forUpdate } from './database/engine.ts'
import { untilWritten } from './database/until-written.ts'

type StateKey =
  | 'shop_id'
  | 'pictures_id'
  | 'places_id'
  | 'missing_pictures'
  | 'demo'
  | 'site_origin'
  | 'closure'
  | 'holiday'
  | 'settings'
  | 'fabric_index'
  | 'kit_index'
  | 'folded_as'
  | 'orders_read_as'
  | 'alarm_digest'
  | 'failing_pages'
  | 'mail_server'
  | 'mail_test'
  | 'message_templates'
  | 'opened_at'
  | 'last_backup'
  | 'backup_night'
  | 'backup_run'
  | 'home_recipes'
  | 'restored'
  | 'move'
  | 'writable_since'
  | 'former_issuer'
  | 'sales_open_month'
  | 'sales_final_month'
  | 'sales_looked_at'
  | 'compared_at'

export const shopState = untilWritten(
  async (db, key: StateKey) =>
    (await db.selectFrom('shopState').select('value').where('key', '=', key).executeTakeFirst())?.value,
)

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

export const forgetShopState = async (db: AppContext['db'], key: StateKey): Promise<void> => {
  await db.deleteFrom('shopState').where('key', '=', key).execute()
}

/** False when the value was there already; of concurrent callers only one gets true. */
export const changeShopState = async (
  trx: AppContext['db'],
  key: StateKey,
  value: string,
): Promise<boolean> => {
  if ((await shopState(trx, key)) === value) return false
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('shopState')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('shopState.value', '!=', value),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Until the transaction ends nobody else changes the value; a missing one becomes ''. */
export const lockShopState = async (trx: AppContext['db'], key: StateKey): Promise<void> => {
  await trx
    .insertInto('shopState')
    .values({ key, value: '' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await trx.selectFrom('shopState').select('key').where('key', '=', key).$call(forUpdate(trx)).execute()
}
