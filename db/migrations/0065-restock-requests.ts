import type { Migration } from 'kysely/migration'

/** Who wants to be told, once, when a product is sold again. */
export const restockRequests: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('restock_request')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addUniqueConstraint('restock_request_once', ['number', 'email'])
      .execute()
    await db.schema
      .createIndex('restock_request_by_age')
      .on('restock_request')
      .columns(['confirmed_at', 'created_at'])
      .execute()
  },
}
