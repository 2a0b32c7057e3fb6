import { PostgresAdapter } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a search ranks works by, normalised when a work is indexed; works that are there are indexed by a job, and read as they are
 * until then. By document, which is SQLite's own id of a row.
 */
export const textsThatAreRanked: Migration = {
  up: async (db) => {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    await db.schema
      .createTable('recipe_ranked_text')
      .addColumn('document_id', isPostgres ? 'bigint' : 'integer', (column) => column.primaryKey().notNull())
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('read_from', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('materials', 'text', (column) => column.notNull())
      .addColumn('lead', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addUniqueConstraint('recipe_ranked_text_once', ['recipe_id'])
      .execute()
  },
}
