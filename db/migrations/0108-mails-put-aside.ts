import type { Migration } from 'kysely/migration'

/** When the owner put a mail aside that was not delivered, in epoch ms; null until then. */
export const mailsPutAside: Migration = {
  up: async (db) => {
    await db.schema.alterTable('mail').addColumn('put_aside_at', 'bigint').execute()
  },
}
