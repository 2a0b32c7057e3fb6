import type { Migration } from 'kysely/migration'

/** Whom a member does not want to hear from; a block goes with the account of either. */
export const blocksBetweenMembers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('member_block')
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('blocked_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('member_block_once', ['member_id', 'blocked_id'])
      .execute()
    await db.schema.createIndex('member_block_blocked').on('member_block').column('blocked_id').execute()
  },
}
