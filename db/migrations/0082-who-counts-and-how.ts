import type { Migration } from 'kysely/migration'

/**
 * Whom the owner lets count her stock; how units hung together when a shelf was counted, null for before it was kept; and whether a shelf
 * is to be counted again because that has changed.
 */
export const whoCountsAndHow: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('desk_person')
      .addColumn('may_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('stock').addColumn('joined', 'text').execute()
    await db.schema
      .alterTable('stock')
      .addColumn('recount', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
