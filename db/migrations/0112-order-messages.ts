import type { Migration } from 'kysely/migration'

/** What the owner wrote to a buyer, and to whom a mail is answered: null leaves answers to its sender. */
export const orderMessages: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('order_message')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addColumn('written_by', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('order_message_by_order')
      .on('order_message')
      .columns(['order_id', 'written_at'])
      .execute()
    await db.schema.alterTable('mail').addColumn('reply_to', 'text').execute()
  },
}
