import type { Migration } from 'kysely/migration'

/** Which alarms are mailed at once, when that was done, and when the second way was told that one is over; events are found by their session. */
export const urgentAlarms: Migration = {
  up: async (db) => {
    const alarm = () => db.schema.alterTable('alarm')
    await alarm()
      .addColumn('urgent', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await alarm().addColumn('mailed_at', 'bigint').execute()
    await alarm().addColumn('end_told_at', 'bigint').execute()
    await db.schema.createIndex('webhook_event_by_session').on('webhook_event').column('session_id').execute()
  },
}
