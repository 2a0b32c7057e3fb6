import type { Migration } from 'kysely/migration'

/** That the owner goes on with the former price. */
export const keptPrices: Migration = {
  up: async (db) => {
    await db.schema.alterTable('held_price').addColumn('kept_at', 'bigint').execute()
  },
}
