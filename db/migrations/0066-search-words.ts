import type { Migration } from 'kysely/migration'

/** What the owner says that else is looked for in the place of a word, each as search compares it, lines of one text. */
export const ownSearchWords: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('search_word')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('same', 'text', (column) => column.notNull())
      .addColumn('near', 'text', (column) => column.notNull())
      .execute()
  },
}
