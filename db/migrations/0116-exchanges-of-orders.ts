import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What an order holds in place of units of a line, beside the copy of what was paid. Each has a position of its own after the order's
 * lines, which stock, ticks and refunds name as they name a line's. They go with their order, for the former release deletes sample
 * orders without knowing of them.
 */
export const exchangesOfOrders: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('order_exchange')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('request_id', 'text', (column) => column.notNull().unique())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('from_position', 'integer', (column) => column.notNull())
      .addColumn('units', 'integer', (column) => column.notNull().check(sql`units > 0`))
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('unit_price', 'integer', (column) => column.notNull())
      .addColumn('image_url', 'text')
      .addColumn('picture', 'text')
      .addColumn('refund_id', 'text')
      .addColumn('exchanged_at', 'bigint', (column) => column.notNull())
      .addColumn('exchanged_by', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'bigint')
      .addColumn('undone_by', 'text')
      .addUniqueConstraint('order_exchange_once', ['order_id', 'position'])
      .addCheckConstraint('order_exchange_later', sql`from_position < position`)
      .execute()
  },
}
