import type { Migration } from 'kysely/migration'

/** Why the owner gives a refund that failed back to nobody, in her words; null where she has not said so. */
export const refundsForgone: Migration = {
  up: async (db) => {
    await db.schema.alterTable('refund').addColumn('forgone_because', 'text').execute()
  },
}
