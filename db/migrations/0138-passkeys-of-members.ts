import type { Migration } from 'kysely/migration'

/** Passkeys by which members sign in, apart from those of the desk's door. */
export const passkeysOfMembers: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('member_passkey')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('member_passkey_member').on('member_passkey').column('member_id').execute()
  },
}
