import type { Migration } from 'kysely/migration'

/** By which id an export of the former gallery knew a member who has another one here. */
export const formerMembers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('former_member')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('former_member_of').on('former_member').column('member_id').execute()
  },
}
