import type { Migration } from 'kysely/migration'

/** Where pictures of goods come from, and what became of each. */
export const pictureSources: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('picture_source')
      .addColumn('address', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text')
      .addColumn('failure', 'text')
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('next_try_at', 'bigint')
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('shown_by', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .execute()
  },
}
