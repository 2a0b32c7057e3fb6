import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Works of members, the pictures and PDFs that they put there, and what the gallery's home leads to. */
export const works: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('upload')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('picture', 'pdf')`))
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('bytes', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('own', 'demo')`))
      .addColumn('last_put_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('recipe')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('author_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('author_sns', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('ingredients', 'text', (column) => column.notNull())
      .addColumn('steps', 'text', (column) => column.notNull())
      .addColumn('affiliate_products', 'text', (column) => column.notNull())
      .addColumn('tags', 'text', (column) => column.notNull())
      .addColumn('cooking_time', 'text', (column) => column.notNull())
      .addColumn('difficulty', 'text', (column) => column.notNull())
      .addColumn('explanation_type', 'text', (column) => column.notNull())
      .addColumn('youtube_url', 'text', (column) => column.notNull())
      .addColumn('website_explanation', 'text', (column) => column.notNull())
      .addColumn('pdf_url', 'text', (column) => column.notNull())
      .addColumn('main_image_url', 'text', (column) => column.notNull())
      .addColumn('likes', 'integer', (column) => column.notNull().defaultTo(0).check(sql`likes >= 0`))
      .addColumn('views', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('own', 'demo')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('recipe_newest').on('recipe').columns(['created_at', 'id']).execute()
    await db.schema
      .createIndex('recipe_popular')
      .on('recipe')
      .columns(['likes', 'created_at', 'id'])
      .execute()
    await db.schema
      .createIndex('recipe_author')
      .on('recipe')
      .columns(['author_id', 'created_at', 'id'])
      .execute()
    await db.schema
      .createTable('recipe_tag')
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recipe_tag_once', ['tag', 'recipe_id'])
      .execute()
    await db.schema.createIndex('recipe_tag_recipe').on('recipe_tag').column('recipe_id').execute()
    for (const table of ['popular_keyword', 'situation_category'])
      await db.schema
        .createTable(table)
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('image', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .execute()
    await db.schema
      .createTable('situation_tag')
      .addColumn('situation_id', 'text', (column) =>
        column.notNull().references('situation_category.id').onDelete('cascade'),
      )
      .addColumn('tag', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('situation_tag_once', ['situation_id', 'tag'])
      .execute()
  },
}
