import type { Migration } from 'kysely/migration'

/** How many rows of the feed one line tells of. */
export const rowsOfFeedProblems: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('feed_problem')
      .addColumn('row_count', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
  },
}
