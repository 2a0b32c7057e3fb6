import type { Migration } from 'kysely/migration'

/** Prices of the feed's last list that are not sold at until the owner says so, and those that it has lost (P35). */
export const heldPrices: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('held_price')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('price_text', 'text', (column) => column.notNull())
      .addColumn('price', 'integer')
      .addColumn('former_price', 'integer', (column) => column.notNull())
      .execute()
  },
}
