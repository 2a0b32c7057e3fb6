import type { Migration } from 'kysely/migration'

/** Where the owner put a kit in their list; null for one that she has not placed. */
export const placesOfKits: Migration = {
  up: async (db) => {
    await db.schema.alterTable('kit').addColumn('place', 'integer').execute()
  },
}
