import type { Migration } from 'kysely/migration'

/** What was done at the owner's desk and by the owner's commands, once for each form. */
export const audit: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('audit')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('request_id', 'text', (column) => column.notNull().unique())
      .addColumn('content_hash', 'text', (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('actor_role', 'text', (column) => column.notNull())
      .addColumn('act', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('before', 'text')
      .addColumn('after', 'text')
      .addColumn('answer', 'text', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('audit_by_time').on('audit').columns(['happened_at', 'id']).execute()
    await db.schema.createIndex('audit_by_subject').on('audit').columns(['subject', 'happened_at']).execute()
  },
}
