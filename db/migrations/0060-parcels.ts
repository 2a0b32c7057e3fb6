import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the helpers have ticked while they pack, and what a carrier's label says instead of what was typed. */
export const parcels: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('packing_tick')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull().check(sql`step in ('cut', 'packed')`))
      .addColumn('ticked_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('packing_tick_pk', ['order_id', 'position', 'step'])
      .execute()
    await db.schema
      .createTable('label_text')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id'))
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('original', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('label_text_pk', ['order_id', 'field'])
      .execute()
  },
}
