import type { Migration } from 'kysely/migration'

/** Tells the demo's logins from members, also after they changed their address: none may be left in a real shop (A24). */
export const demoMembers: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('member_profile')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo('own'))
      .execute()
  },
}
