import type { Migration } from 'kysely/migration'

/** The newest members first, for the list of the desk. */
export const membersByTime: Migration = {
  up: async (db) => {
    await db.schema.createIndex('member_newest').on('member').columns(['created_at', 'id']).execute()
  },
}
