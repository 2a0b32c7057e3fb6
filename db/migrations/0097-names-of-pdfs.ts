import type { Migration } from 'kysely/migration'

/**
 * What its author's device called a PDF, for her own form; '' where nobody knows. It stands beside the upload and not in the recipe: the
 * former release, which writes these rows anew at each save without knowing of it, then forgets a name and never keeps that of another file.
 */
export const namesOfPdfs: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('recipe_upload')
      .addColumn('file_name', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  },
}
