import type { Migration } from 'kysely/migration'

/** What was searched for and not found, by the day in Japan (days since 1970), and by how many clients of that day. */
export const zeroHits: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('zero_hit')
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('area', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('typed', 'text', (column) => column.notNull())
      .addColumn('clients', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('zero_hit_once', ['day', 'area', 'words'])
      .execute()
  },
}
