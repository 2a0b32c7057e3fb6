import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who may enter the owner's desk, with what, and the devices on which she has. */
export const deskAccess: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('desk_person')
      .addColumn('member_id', 'text', (column) =>
        column.primaryKey().notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'packer')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('set_up_until', 'bigint', (column) => column.notNull())
      .addColumn('codes_noted_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createTable('desk_invitation')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'packer')`))
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('desk_invitation_member').on('desk_invitation').column('member_id').execute()
    await db.schema
      .createTable('second_factor')
      .addColumn('member_id', 'text', (column) =>
        column.primaryKey().notNull().references('desk_person.member_id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('failures', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('locked_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('backup_code')
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('desk_person.member_id').onDelete('cascade'),
      )
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addPrimaryKeyConstraint('backup_code_pk', ['member_id', 'hash'])
      .execute()
    await db.schema
      .createTable('passkey')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('desk_person.member_id').onDelete('cascade'),
      )
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkey_member').on('passkey').column('member_id').execute()
    await db.schema
      .createTable('desk_challenge')
      .addColumn('challenge', 'text', (column) => column.primaryKey().notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('desk_session')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('desk_person.member_id').onDelete('cascade'),
      )
      .addColumn('member_session_id', 'text', (column) =>
        column.notNull().unique().references('member_session.id').onDelete('cascade'),
      )
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('desk_session_member').on('desk_session').column('member_id').execute()
  },
}
