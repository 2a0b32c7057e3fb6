import type { Migration } from 'kysely/migration'

/** What the owner is told of by the second way, beside the mails. */
export const alarms: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('alarm')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('told_at', 'bigint')
      .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('alarm_by_end').on('alarm').column('ended_at').execute()
  },
}
