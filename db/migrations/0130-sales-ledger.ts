import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The month's dated rows, which are only ever added: what an order, a refund, a dispute and a fee count, on which day, and what takes it back.
 * Orders of before are named as due, and written by the same job as those to come. Rows go with their order, for the former release
 * deletes sample orders without knowing of them.
 */
export const salesLedger: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('sales_entry')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('turn', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) =>
        column.notNull().check(sql`kind in ('sale', 'refund', 'dispute', 'dispute-won', 'fee')`),
      )
      .addColumn('takes_back', 'integer', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('own_day', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.references('orders.id').onDelete('cascade'))
      .addColumn('order_number', 'text', (column) => column.notNull())
      .addColumn('practice', 'integer', (column) => column.notNull())
      .addColumn('rate', 'integer', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('tax', 'bigint', (column) => column.notNull())
      .addColumn('shipping', 'bigint', (column) => column.notNull())
      .addColumn('fee', 'bigint', (column) => column.notNull())
      .addColumn('payout', 'bigint', (column) => column.notNull())
      .addColumn('shipped_on', 'text')
      .addColumn('paid_on', 'text', (column) => column.notNull())
      .addColumn('payment_intent', 'text', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('sales_entry_once', ['cause', 'turn'])
      .execute()
    await db.schema
      .createIndex('sales_entry_by_day')
      .on('sales_entry')
      .columns(['practice', 'day', 'id'])
      .execute()
    await db.schema.createIndex('sales_entry_by_order').on('sales_entry').column('order_id').execute()
    await db.schema
      .createTable('sales_line')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('turn', 'integer', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('practice', 'integer', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('units', 'integer', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sales_line_once', ['order_id', 'position', 'turn'])
      .execute()
    await db.schema.createIndex('sales_line_by_day').on('sales_line').columns(['practice', 'day']).execute()
    await db.schema
      .createTable('sales_unsent')
      .addColumn('month', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('order_number', 'text', (column) => column.notNull())
      .addColumn('practice', 'integer', (column) => column.notNull())
      .addColumn('paid_on', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sales_unsent_once', ['month', 'order_id'])
      .execute()
    await db.schema.createIndex('sales_unsent_by_order').on('sales_unsent').column('order_id').execute()
    await db.schema
      .createTable('sales_due')
      .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
      .execute()
    await db.schema
      .createTable('sales_basis')
      .addColumn('from_month', 'text', (column) => column.primaryKey().notNull())
      .addColumn('basis', 'text', (column) => column.notNull().check(sql`basis in ('shipped', 'paid')`))
      .execute()
    await db.schema.createIndex('payment_by_time').on('payment').column('received_at').execute()
    await db.schema.alterTable('dispute').addColumn('taken_at', 'bigint').execute()
    await sql`update dispute set taken_at = opened_at where withdrawn = 1 or status = 'lost'`.execute(db)
    await sql`insert into sales_due (subject)
      select 'order:' || id from orders where state in ('paid', 'needs_review')
      union all select 'payment:' || payment_intent from payment where order_id is null`.execute(db)
  },
}
