import type { Migration } from 'kysely/migration'

/**
 * Which stop of a member's rights stands, so that one that several reports hold ends with the last of them, '' for one of her page; and
 * an index that counts what waits of one author without reading what was seen.
 */
export const stopsAndWaitingReports: Migration = {
  up: async (db) => {
    for (const column of ['upload_stop', 'comment_stop'])
      await db.schema
        .alterTable('member_standing')
        .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
        .execute()
    await db.schema
      .alterTable('suspended_member')
      .addColumn('stop', 'text', (added) => added.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createIndex('report_case_of_author_waiting')
      .on('report_case')
      .columns(['author_id', 'waiting_since', 'id'])
      .execute()
    await db.schema.dropIndex('report_case_of_author').execute()
  },
}
