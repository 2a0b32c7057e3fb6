import type { Migration } from 'kysely/migration'

/** Files of products that the owner looked at before they were taken, and what undoes them; which products a demo brought. */
export const productFiles: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('product_file')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('sent_by', 'text', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('same_count', 'integer', (column) => column.notNull())
      .addColumn('left_count', 'integer', (column) => column.notNull())
      .addColumn('applied_at', 'bigint')
      .addColumn('undone_at', 'bigint')
      .execute()
    await db.schema
      .createTable('product_file_row')
      .addColumn('file_id', 'text', (column) =>
        column.notNull().references('product_file.id').onDelete('cascade'),
      )
      .addColumn('ordinal', 'integer', (column) => column.notNull())
      .addColumn('row_number', 'integer')
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint')
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('problems', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('waits', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('after_version', 'bigint')
      .addColumn('undo', 'text')
      .addPrimaryKeyConstraint('product_file_row_pk', ['file_id', 'ordinal'])
      .execute()
    await db.schema
      .createIndex('product_file_row_of_product')
      .on('product_file_row')
      .columns(['number', 'after_version'])
      .execute()
    await db.schema
      .alterTable('product')
      .addColumn('practice', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
