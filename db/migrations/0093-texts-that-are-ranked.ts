import type { Migration } from 'kysely/migration'

/**
 * What a search ranks works by, normalised when a work is indexed; works that are there are indexed by a job, and read as they are
 * until then.
 */
export const textsThatAreRanked: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('recipe_ranked_text')
      .addColumn('recipe_id', 'text', (column) =>
        column.primaryKey().notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('read_from', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('materials', 'text', (column) => column.notNull())
      .addColumn('lead', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .execute()
  },
}
