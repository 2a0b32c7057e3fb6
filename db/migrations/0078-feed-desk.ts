import type { Migration } from 'kysely/migration'

/** What the last reading of the owner's list came to, and what the desk adds to fabrics of it. */
export const feedDesk: Migration = {
  up: async (db) => {
    for (const column of ['asked_at', 'began_at', 'finished_at'])
      await db.schema.alterTable('feed_import').addColumn(column, 'bigint').execute()
    for (const column of ['changed_count', 'left_count'])
      await db.schema
        .alterTable('feed_import')
        .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
        .execute()
    await db.schema
      .createTable('feed_addition')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('position', 'integer')
      .addColumn('pictures', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
