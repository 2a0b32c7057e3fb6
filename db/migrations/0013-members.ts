import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Accounts as the sign-in library keeps them (its times are ISO text, docs/decisions/0041), and what is ours beside them. */
export const members: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('member')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('email_verified', 'integer', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('member_session')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('ip_address', 'text')
      .addColumn('user_agent', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('member_session_member').on('member_session').column('member_id').execute()
    await db.schema
      .createTable('member_account')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('provider_id', 'text', (column) => column.notNull())
      .addColumn('password', 'text')
      .addColumn('access_token', 'text')
      .addColumn('refresh_token', 'text')
      .addColumn('id_token', 'text')
      .addColumn('access_token_expires_at', 'text')
      .addColumn('refresh_token_expires_at', 'text')
      .addColumn('scope', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addUniqueConstraint('member_account_once', ['member_id', 'provider_id'])
      .execute()
    await profiles(db)
    await links(db)
  },
}

const profiles: Migration['up'] = async (db) => {
  let table = db.schema
    .createTable('member_profile')
    .addColumn('member_id', 'text', (column) =>
      column.primaryKey().notNull().references('member.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) =>
      column.notNull().defaultTo('member').check(sql`role in ('member', 'admin')`),
    )
    .addColumn('can_upload', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('can_moderate', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('can_manage_users', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('can_delete_content', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('join_date', 'text', (column) => column.notNull())
    .addColumn('interests', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('achievements', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
  for (const name of [
    'bio',
    'photo_url',
    'instagram',
    'twitter',
    'youtube',
    'tiktok',
    'website',
    'facebook',
    'line',
    'hometown',
    'favorite_food',
    'cooking_style',
    'personal_story',
  ])
    table = table.addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
  await table.execute()
}

/** What the links of mails open. */
const links: Migration['up'] = async (db) => {
  await db.schema
    .createTable('member_link')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'text', (column) => column.notNull().references('member.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) =>
      column.notNull().check(sql`purpose in ('verify', 'reset', 'change', 'revert')`),
    )
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('member_link_member').on('member_link').column('member_id').execute()
}
