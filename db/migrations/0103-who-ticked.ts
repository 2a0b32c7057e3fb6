import type { Migration } from 'kysely/migration'

/** Who packs sees who cut; null for ticks of before, and for those that the former release writes beside this one. */
export const whoTicked: Migration = {
  up: async (db) => {
    await db.schema.alterTable('packing_tick').addColumn('ticked_by', 'text').execute()
  },
}
