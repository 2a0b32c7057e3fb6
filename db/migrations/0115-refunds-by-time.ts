import type { Migration } from 'kysely/migration'

/** What was asked to go back since a day, for the figures of きょう. */
export const refundsByTime: Migration = {
  up: async (db) => {
    await db.schema.createIndex('refund_by_time').on('refund').column('asked_at').execute()
  },
}
