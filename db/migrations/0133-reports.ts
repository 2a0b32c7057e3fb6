import type { Migration } from 'kysely/migration'

/** What people reported, one case for each thing, and what the owner decided about it. */
export const reports: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('report_case')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('thing_id', 'text', (column) => column.notNull())
      .addColumn('author_id', 'text')
      .addColumn('seen', 'text', (column) => column.notNull())
      .addColumn('waiting_since', 'bigint')
      .addColumn('waiting', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('touched_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('report_case_once', ['kind', 'thing_id'])
      .execute()
    await db.schema
      .createIndex('report_case_waiting')
      .on('report_case')
      .columns(['waiting_since', 'id'])
      .execute()
    await db.schema
      .createIndex('report_case_of_author')
      .on('report_case')
      .columns(['author_id', 'id'])
      .execute()
    await db.schema
      .createTable('report_outcome')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('case_id', 'text', (column) =>
        column.notNull().references('report_case.id').onDelete('cascade'),
      )
      .addColumn('way', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('actor_name', 'text', (column) => column.notNull())
      .addColumn('changed', 'text', (column) => column.notNull())
      .addColumn('told_at', 'bigint')
      .addColumn('undone_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('report_outcome_of_case')
      .on('report_outcome')
      .columns(['case_id', 'happened_at', 'id'])
      .execute()
    await db.schema
      .createTable('report')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('case_id', 'text', (column) =>
        column.notNull().references('report_case.id').onDelete('cascade'),
      )
      .addColumn('reporter', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('email', 'text')
      .addColumn('seen', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('outcome_id', 'text')
      .addUniqueConstraint('report_once', ['case_id', 'reporter'])
      .execute()
    await db.schema
      .createTable('report_upload')
      .addColumn('case_id', 'text', (column) =>
        column.notNull().references('report_case.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('report_upload_once', ['case_id', 'name'])
      .execute()
    await db.schema.createIndex('report_upload_by_name').on('report_upload').column('name').execute()
    await db.schema
      .createIndex('report_of_case')
      .on('report')
      .columns(['case_id', 'created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('report_outcome_untold')
      .on('report_outcome')
      .columns(['told_at', 'happened_at', 'id'])
      .execute()
    await db.schema.createIndex('report_by_age').on('report').columns(['created_at', 'id']).execute()
    await db.schema.createIndex('report_by_reporter').on('report').column('reporter').execute()
    await db.schema.createIndex('report_of_email').on('report').column('email').execute()
    await db.schema
      .createIndex('report_case_by_age')
      .on('report_case')
      .columns(['touched_at', 'id'])
      .execute()
    await db.schema.createIndex('report_of_outcome').on('report').column('outcome_id').execute()
  },
}
