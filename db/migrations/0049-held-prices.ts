import type { Migration } from 'kysely/migration'

/** Prices of the feed's list that are not sold at until the owner says so (P35). */
export const heldPrices: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('held_price')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('price_text', 'text', (column) => column.notNull())
      .addColumn('price', 'integer', (column) => column.notNull())
      .addColumn('former_price', 'integer', (column) => column.notNull())
      .addColumn('accepted', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('held_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
