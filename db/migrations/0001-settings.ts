import type { Migration } from 'kysely/migration'

export const settings: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('shop_state')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute()
  },
}
