import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What members say below a work, and the version of each list, by which whoever looks at it knows that it has changed. */
export const comments: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('comment')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('author_id', 'text', (column) => column.references('member.id').onDelete('set null'))
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('own', 'demo')`))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('comment_newest')
      .on('comment')
      .columns(['recipe_id', 'created_at', 'id'])
      .execute()
    await db.schema.createIndex('comment_author').on('comment').column('author_id').execute()
    await db.schema
      .createTable('comment_list')
      .addColumn('recipe_id', 'text', (column) =>
        column.primaryKey().notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute()
  },
}
