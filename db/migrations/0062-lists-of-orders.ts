import { PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the desk's lists of orders are found by, so that a list costs what it shows and not what the shop has. */
export const listsOfOrders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('orders').addColumn('search_text', 'text').execute()
    await db.schema.alterTable('orders').addColumn('address_changed_at', 'bigint').execute()
    await db.schema
      .alterTable('orders')
      .addColumn('source', 'text', (column) =>
        column.notNull().defaultTo('own').check(sql`source in ('own', 'demo')`),
      )
      .execute()
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    const firstWord = isPostgres
      ? sql`split_part(subject_key, ' ', 1)`
      : sql`substr(subject_key, 1, instr(subject_key || ' ', ' ') - 1)`
    for (const statement of [
      sql`create index orders_open on orders (created_at, id)
        where state = 'paid' and shipped_at is null and cancelled_at is null`,
      sql`create index orders_reviewed on orders (created_at, id)
        where (review_reason is not null or state = 'needs_review') and settled_at is null`,
      sql`create index orders_awaiting on orders (created_at, id) where state = 'awaiting_payment'`,
      sql`create index orders_shipped on orders (shipped_at, id) where shipped_at is not null`,
      sql`create index orders_cancelled on orders (id) where cancelled_at is not null`,
      sql`create index orders_to_search on orders (search_text, customer_email, tracking, id)`,
      sql`create index mail_by_subject on mail ((${firstWord}))`,
    ])
      await statement.execute(db)
  },
}
