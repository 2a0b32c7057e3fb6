import type { Migration } from 'kysely/migration'

/** How a fabric is washed; '' where nobody says. */
export const washingOfFabrics: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('product')
      .addColumn('washing', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
