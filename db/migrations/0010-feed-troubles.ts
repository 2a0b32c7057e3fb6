import type { Migration } from 'kysely/migration'

export const feedTroubles: Migration = {
  up: async (db) => {
    await db.schema.alterTable('feed_import').addColumn('bad_since', 'bigint').execute()
    await db.schema.alterTable('feed_import').addColumn('nothing_since', 'bigint').execute()
    await db.schema.alterTable('feed_problem').addColumn('detail', 'text').execute()
  },
}
