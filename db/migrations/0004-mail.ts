import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mail: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('mail')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('subject_key', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('recipient', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('html', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('queued', 'sent', 'dead')`),
      )
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('claimed_until', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('sent_at', 'bigint')
      .addUniqueConstraint('mail_once', ['kind', 'subject_key'])
      .execute()
    await db.schema.createIndex('mail_due').on('mail').columns(['state', 'next_attempt_at']).execute()
    await db.schema.createIndex('mail_by_time').on('mail').column('created_at').execute()
  },
}
