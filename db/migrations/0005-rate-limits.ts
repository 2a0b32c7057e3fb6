import type { Migration } from 'kysely/migration'

/** Counts that several processes share (S17). */
export const rateLimits: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('rate_limit')
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('span_start', 'bigint', (column) => column.notNull())
      .addColumn('span_end', 'bigint', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('rate_limit_key', ['subject', 'span_start'])
      .execute()
    await db.schema.createIndex('rate_limit_by_end').on('rate_limit').column('span_end').execute()
  },
}
