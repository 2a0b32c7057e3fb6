import type { Migration } from 'kysely/migration'

/** Why members may not post or comment, and who is suspended: a row of its own, so that every list may ask for it. */
export const standingOfMembers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('member_standing')
      .addColumn('member_id', 'text', (column) =>
        column.primaryKey().notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('upload_reason', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('comment_reason', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('suspended_member')
      .addColumn('member_id', 'text', (column) =>
        column.primaryKey().notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('suspended_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
