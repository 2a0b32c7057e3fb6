import type { Migration } from 'kysely/migration'

/** A walk along the likes knows each work's document, and so asks the index of search without a look at the work. */
export const likesOfDocuments: Migration = {
  up: async (db) => {
    await db.schema.dropIndex('recipe_popular').ifExists().execute()
    await db.schema
      .createIndex('recipe_popular')
      .on('recipe')
      .columns(['likes', 'created_at', 'id', 'hidden', 'author_id', 'difficulty', 'document_id'])
      .execute()
  },
}
