import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What of an order went into a carrier's file or on paper, whose delivery note shows no prices, and cloth that was there against the count. */
export const exportsOfOrders: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('order_export')
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('format', 'text')
      .addColumn('service', 'text')
      .addColumn('export_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('exported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('order_export_key', ['order_id', 'kind'])
      .addForeignKeyConstraint('order_export_order', ['order_id'], 'orders', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .addCheckConstraint('order_export_kind', sql`kind in ('label', 'note')`)
      .execute()
    await db.schema.createIndex('order_export_of').on('order_export').column('export_id').execute()
    await db.schema
      .createTable('found_fabric')
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('found_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('found_fabric_key', ['order_id', 'position'])
      .addForeignKeyConstraint('found_fabric_order', ['order_id'], 'orders', ['id'], (key) =>
        key.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('found_fabric_of').on('found_fabric').column('number').execute()
    await db.schema
      .alterTable('orders')
      .addColumn('note_hides_prices', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
