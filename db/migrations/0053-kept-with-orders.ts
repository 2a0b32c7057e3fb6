import type { Migration } from 'kysely/migration'

/** Who sold, what the payment page's session says of the order, and how an order made again is found. */
export const keptWithOrders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('orders').addColumn('issuer', 'text').execute()
    await db.schema
      .alterTable('orders')
      .addColumn('session_names_token', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('orders').addColumn('former_token_hash', 'text').execute()
    await db.schema.alterTable('orders').addColumn('restored_at', 'bigint').execute()
    await db.schema
      .createIndex('orders_by_former_token')
      .unique()
      .on('orders')
      .column('former_token_hash')
      .execute()
  },
}
