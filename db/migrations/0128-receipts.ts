import type { Migration } from 'kysely/migration'

/** Receipts and statements of refunds as they were issued, and the number of the last one. */
export const receipts: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('receipt')
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('revision', 'integer', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('refund_id', 'text', (column) => column.notNull())
      .addColumn('name_line', 'text', (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('issued_by', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('sha256', 'text', (column) => column.notNull())
      .addColumn('printed_at', 'bigint')
      .addPrimaryKeyConstraint('receipt_number', ['number', 'revision'])
      .addUniqueConstraint('receipt_of_order', ['order_id', 'kind', 'refund_id', 'revision'])
      .execute()
    await db.schema
      .createTable('receipt_counter')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('last_number', 'integer', (column) => column.notNull())
      .execute()
  },
}
