import type { Migration } from 'kysely/migration'

/** Goods that the owner does not sell for now, beside the catalogue, so that no import brings them back. */
export const closedProducts: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('closed_product')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('closed_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
