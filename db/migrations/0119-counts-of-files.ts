import type { Migration } from 'kysely/migration'

/** The column 在庫 of a product file's rows. */
export const countsOfFiles: Migration = {
  up: async (db) => {
    for (const column of ['count_before', 'count_after', 'shelf_mark', 'count_undo', 'shelf_mark_after'])
      await db.schema.alterTable('product_file_row').addColumn(column, 'text').execute()
    await db.schema
      .alterTable('product_file_row')
      .addColumn('count_problem', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
