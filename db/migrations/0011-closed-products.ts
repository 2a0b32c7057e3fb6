import type { Migration } from 'kysely/migration'

/** Beside the catalogue, so that no import brings a closed product back. */
export const closedProducts: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('closed_product')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('closed_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
