import type { Migration } from 'kysely/migration'

/**
 * Whom the owner lets count her stock; how units hung together when a shelf was counted, null for before it was kept; and whether a shelf
 * is to be counted again because that has changed; a file of products as it was sent, so that it can be compared once more.
 */
export const restOfTheDesk: Migration = {
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
    await db.schema.alterTable('product_file').addColumn('content', 'text').execute()
  },
}
