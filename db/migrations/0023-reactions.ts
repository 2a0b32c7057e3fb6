import type { Migration } from 'kysely/migration'

/** Who likes a work, and who keeps it; a favourite outlives its work (R12). */
export const reactions: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('recipe_like')
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('recipe_like_once', ['recipe_id', 'member_id'])
      .execute()
    await db.schema.createIndex('recipe_like_member').on('recipe_like').column('member_id').execute()
    await db.schema
      .createTable('favourite')
      .addColumn('member_id', 'text', (column) =>
        column.notNull().references('member.id').onDelete('cascade'),
      )
      .addColumn('recipe_id', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('author', 'text', (column) => column.notNull())
      .addColumn('main_image_url', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('favourite_once', ['member_id', 'recipe_id'])
      .execute()
    await db.schema
      .createIndex('favourite_newest')
      .on('favourite')
      .columns(['member_id', 'created_at', 'recipe_id'])
      .execute()
    await db.schema.createIndex('favourite_recipe').on('favourite').column('recipe_id').execute()
  },
}
