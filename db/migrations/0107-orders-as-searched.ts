import { PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What the desk finds an order by, beside `orders.search_text`, which the former release goes on to read and to write. Orders of before are
 * found by what that column has until the program has read them anew.
 */
export const ordersAsSearched: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('order_search')
      .addColumn('order_id', 'text', (column) =>
        column.primaryKey().notNull().references('orders.id').onDelete('cascade'),
      )
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .execute()
    const lineEnd = db.getExecutor().adapter instanceof PostgresAdapter ? sql`chr(10)` : sql`char(10)`
    await sql`insert into order_search (order_id, text, place, email)
      select id, '#' || replace(search_text, ${lineEnd}, '#') || '#', '', lower(coalesce(customer_email, ''))
      from orders where search_text is not null`.execute(db)
    await db.schema.createIndex('orders_by_phone').on('orders').column('customer_phone').execute()
  },
}
