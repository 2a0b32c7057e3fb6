import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What happens to an order after it was paid: axes beside its state, refunds by line, returns, fees, notes. */
export const ordersToTheirEnd: Migration = {
  up: async (db) => {
    await addToOrders(db)
    await addToRefunds(db)
    await addToDisputesAndPayments(db)
    await addReturnsAndNotes(db)
  },
}

const addToOrders = async (db: Kysely<unknown>) => {
  for (const name of ['cancelled_at', 'settled_at'])
    await db.schema.alterTable('orders').addColumn(name, 'bigint').execute()
  for (const name of ['cancel_reason', 'settled_how', 'carrier', 'tracking'])
    await db.schema.alterTable('orders').addColumn(name, 'text').execute()
  await db.schema
    .alterTable('orders')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

const addToRefunds = async (db: Kysely<unknown>) => {
  await db.schema
    .alterTable('refund')
    .addColumn('via', 'text', (column) =>
      column.notNull().defaultTo('outside').check(sql`via in ('provider', 'outside', 'transfer')`),
    )
    .execute()
  for (const name of ['request_id', 'pending_reason', 'reason', 'note', 'asked_by'])
    await db.schema.alterTable('refund').addColumn(name, 'text').execute()
  await db.schema.alterTable('refund').addColumn('settled_at', 'bigint').execute()
  await db.schema.createIndex('refund_by_request').unique().on('refund').column('request_id').execute()
  await db.schema
    .createTable('refund_line')
    .addColumn('refund_id', 'text', (column) => column.notNull().references('refund.id'))
    .addColumn('ordinal', 'integer', (column) => column.notNull())
    .addColumn('part', 'text', (column) =>
      column.notNull().check(sql`part in ('lines', 'shipping', 'other')`),
    )
    .addColumn('position', 'integer')
    .addColumn('units', 'integer', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
    .addPrimaryKeyConstraint('refund_line_pk', ['refund_id', 'ordinal'])
    .execute()
}

const addToDisputesAndPayments = async (db: Kysely<unknown>) => {
  await db.schema.alterTable('dispute').addColumn('closed_at', 'bigint').execute()
  await db.schema
    .alterTable('dispute')
    .addColumn('withdrawn', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['fee', 'net']) await db.schema.alterTable('payment').addColumn(name, 'bigint').execute()
}

const addReturnsAndNotes = async (db: Kysely<unknown>) => {
  await db.schema
    .createTable('order_return')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('announced_at', 'bigint', (column) => column.notNull())
    .addColumn('arrived_at', 'bigint')
    .addColumn('lines', 'text', (column) => column.notNull())
    .addColumn('condition', 'text')
    .addColumn('refund_id', 'text', (column) => column.references('refund.id'))
    .execute()
  await db.schema.createIndex('order_return_by_order').on('order_return').column('order_id').execute()
  await db.schema
    .createTable('order_note')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
    .addColumn('written_at', 'bigint', (column) => column.notNull())
    .addColumn('written_by', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('order_note_by_order')
    .on('order_note')
    .columns(['order_id', 'written_at'])
    .execute()
}
