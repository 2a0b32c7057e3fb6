import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The parcels of an order after its first, which stays in `orders.carrier` and `orders.tracking`, where the former release reads it. They go
 * with their order, for that release deletes sample orders without knowing of them.
 */
export const furtherParcels: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('further_parcel')
      .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull().check(sql`position > 0`))
      .addColumn('carrier', 'text', (column) => column.notNull())
      .addColumn('tracking', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('further_parcel_pk', ['order_id', 'position'])
      .addUniqueConstraint('further_parcel_once', ['order_id', 'tracking'])
      .execute()
  },
}
