import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Money that came, and what the provider gave or took back of it. */
export const payments: Migration = {
  up: async (db) => {
    await createTables(db)
    await fillFromPaidOrders(db)
  },
}

const createTables = async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('payment')
    .addColumn('payment_intent', 'text', (column) => column.primaryKey().notNull())
    .addColumn('order_id', 'text', (column) => column.references('orders.id'))
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`role in ('first', 'second', 'unmatched')`),
    )
    .execute()
  await db.schema.createIndex('payment_by_order').on('payment').column('order_id').execute()
  await db.schema
    .createTable('refund')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('provider_id', 'text', (column) => column.unique())
    .addColumn('payment_intent', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount > 0`))
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .check(sql`state in ('asked', 'pending', 'requires_action', 'succeeded', 'failed', 'canceled')`),
    )
    .addColumn('failure_reason', 'text')
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('refund_by_payment').on('refund').column('payment_intent').execute()
  await db.schema
    .createTable('dispute')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('payment_intent', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('due_by', 'bigint')
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('as_of', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('dispute_by_payment').on('dispute').column('payment_intent').execute()
}

/** Of a paid order the sum was compared when it came; of one that needs a look it is not known here. */
const fillFromPaidOrders = (db: Kysely<unknown>) =>
  sql`insert into payment (payment_intent, order_id, session_id, amount, currency, livemode, received_at, role)
    select payment_intent, id, session_id, total, currency,
      case when substr(session_id, 1, 8) = 'cs_live_' then 1 else 0 end, paid_at, 'first'
    from orders
    where state = 'paid' and payment_intent is not null and session_id is not null and paid_at is not null
    on conflict do nothing`.execute(db)
