import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A number for each entry of the ledger, in the order in which they are written, which stays however often a month's files are made. What is
 * there gets its number from the job that books, by day.
 */
export const numbersOfSales: Migration = {
  up: async (db) => {
    await db.schema.alterTable('sales_entry').addColumn('number', 'integer').execute()
    await db.schema.createIndex('sales_entry_by_number').on('sales_entry').column('number').unique().execute()
    await db.schema
      .createIndex('sales_entry_to_number')
      .on('sales_entry')
      .columns(['day', 'id'])
      .where(sql.ref('number'), 'is', null)
      .execute()
  },
}
