import type { Migration } from 'kysely/migration'

/** Since when the feed is bad or has shown nothing (P26), and what exactly is wrong with a row. */
export const feedTroubles: Migration = {
  up: async (db) => {
    await db.schema.alterTable('feed_import').addColumn('bad_since', 'bigint').execute()
    await db.schema.alterTable('feed_import').addColumn('nothing_since', 'bigint').execute()
    await db.schema.alterTable('feed_problem').addColumn('detail', 'text').execute()
  },
}
