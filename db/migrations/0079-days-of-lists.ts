import type { Migration } from 'kysely/migration'

/** From which day to which day a notice or a collaboration is shown, and the version of each. */
export const daysOfLists: Migration = {
  up: async (db) => {
    for (const table of ['news', 'link_item']) {
      await db.schema.alterTable(table).addColumn('from_day', 'text').execute()
      await db.schema.alterTable(table).addColumn('to_day', 'text').execute()
      await db.schema
        .alterTable(table)
        .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    }
  },
}
