import type { Migration } from 'kysely/migration'

/** What the owner ordered from a supplier, and lines found by their product. */
export const reorders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('stock').addColumn('reordered_units', 'integer').execute()
    await db.schema.alterTable('stock').addColumn('reordered_at', 'bigint').execute()
    await db.schema.createIndex('order_line_of_number').on('order_line').column('number').execute()
  },
}
