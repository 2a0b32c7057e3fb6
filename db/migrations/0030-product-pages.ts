import type { Migration } from 'kysely/migration'

/** What the page of a cloth or kit shows beside what lists show. */
export const productPages: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('product')
      .addColumn('more_images', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('kit')
      .addColumn('fabric_numbers', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
