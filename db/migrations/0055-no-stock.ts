import type { Migration } from 'kysely/migration'

/** Nothing was ever counted in it. */
export const noStock: Migration = {
  up: async (db) => {
    await db.schema.alterTable('product').dropColumn('stock').execute()
  },
}
