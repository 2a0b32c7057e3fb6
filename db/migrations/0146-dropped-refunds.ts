import type { Migration } from 'kysely/migration'

/** Since when a refund that failed is not owed any more, in epoch ms. */
export const droppedRefunds: Migration = {
  up: async (db) => {
    await db.schema.alterTable('refund').addColumn('dropped_at', 'bigint').execute()
    await db.schema.createIndex('refund_in_place_of').on('refund').columns(['instead_of']).execute()
  },
}
