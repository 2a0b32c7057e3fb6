import type { Migration } from 'kysely/migration'

/** How a name is read, in kana, so that names stand in their order; '' where nobody said. */
export const readings: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('product')
      .addColumn('reading', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
