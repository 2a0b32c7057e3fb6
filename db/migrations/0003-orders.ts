import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const orders: Migration = {
  up: async (db) => {
    await createOrders(db)
    await createParts(db)
  },
}

const createOrders = async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('order_number', 'text', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .check(sql`state in ('pending', 'awaiting_payment', 'paid', 'needs_review', 'failed', 'expired')`),
    )
    .addColumn('browser_token', 'text', (column) => column.notNull())
    .addColumn('cart_fingerprint', 'text', (column) => column.notNull())
    .addColumn('open_key', 'text', (column) => column.unique())
    .addColumn('access_token', 'text', (column) => column.notNull().unique())
    .addColumn('subtotal', 'integer', (column) => column.notNull())
    .addColumn('shipping', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull().check(sql`total = subtotal + shipping`))
    .addColumn('tax_included', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('from_view', 'text', (column) => column.notNull())
    .addColumn('cancel_path', 'text', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('session_expires_at', 'bigint', (column) => column.notNull())
    .addColumn('session_id', 'text', (column) => column.unique())
    .addColumn('session_url', 'text')
    .addColumn('payment_intent', 'text')
    .addColumn('customer_name', 'text')
    .addColumn('customer_email', 'text')
    .addColumn('customer_phone', 'text')
    .addColumn('shipping_address', 'text')
    .addColumn('practice', 'integer', (column) => column.notNull())
    .addColumn('confirmation_text', 'text', (column) => column.notNull())
    .addColumn('submit_text', 'text', (column) => column.notNull())
    .addColumn('shipping_text', 'text', (column) => column.notNull())
    .addColumn('terms_version', 'text', (column) => column.notNull())
    .addColumn('review_reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paid_at', 'bigint')
    .addColumn('shipped_at', 'bigint')
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('orders_by_browser').on('orders').columns(['browser_token', 'state']).execute()
  await db.schema.createIndex('orders_by_state').on('orders').columns(['state', 'checked_at']).execute()
  await db.schema.createIndex('orders_by_time').on('orders').column('created_at').execute()
}

const createParts = async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('order_line')
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('unit_price', 'integer', (column) => column.notNull())
    .addColumn('quantity', 'integer', (column) => column.notNull())
    .addColumn('free', 'integer', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addPrimaryKeyConstraint('order_line_key', ['order_id', 'position'])
    .execute()
  await db.schema
    .createTable('order_event')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('happened_at', 'bigint', (column) => column.notNull())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .execute()
  await db.schema
    .createIndex('order_event_by_order')
    .on('order_event')
    .columns(['order_id', 'happened_at'])
    .execute()
  await db.schema
    .createTable('webhook_event')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute()
}
