import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Each work knows its document in the index of search, and what a list asks of it stands in the indexes of its order: a search
 * that half of all works answer reads no work but those that it shows (docs/decisions/0066). Deleted and renamed works wait in
 * `recipe_to_index` until the index knows.
 */
export const placesOfWorks: Migration = {
  up: async (db) => {
    await db.schema.alterTable('recipe').addColumn('document_id', 'bigint').execute()
    await sql`update recipe set document_id =
      (select id from search_document where index_name = 'recipe' and key = recipe.id)`.execute(db)
    await db.schema.alterTable('recipe_tag').addColumn('document_id', 'bigint').execute()
    await sql`update recipe_tag set document_id =
      (select document_id from recipe where recipe.id = recipe_tag.recipe_id)`.execute(db)
    await db.schema
      .createIndex('recipe_tag_document')
      .on('recipe_tag')
      .columns(['tag', 'document_id'])
      .execute()
    const listed = ['hidden', 'author_id', 'difficulty']
    for (const [name, ordered] of Object.entries({
      recipe_document: ['document_id', ...listed, 'likes'],
      recipe_newest: ['created_at', 'id', ...listed, 'document_id', 'updated_at'],
      recipe_popular: ['likes', 'created_at', 'id', ...listed],
      recipe_author: ['author_id', 'created_at', 'id', 'hidden', 'likes', 'updated_at'],
    })) {
      await db.schema.dropIndex(name).ifExists().execute()
      await db.schema.createIndex(name).on('recipe').columns(ordered).execute()
    }
    await db.schema
      .createTable('recipe_to_index')
      .addColumn('document_id', 'bigint', (column) => column.primaryKey().notNull())
      .execute()
  },
}
