import type { Migration } from 'kysely/migration'

/** A work has further photographs beside its first, `main_image_url` (docs/decisions/0044); those that are there have none. */
export const photographsOfWorks: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('recipe')
      .addColumn('more_images', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
}
