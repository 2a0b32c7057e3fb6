import type { Migration } from 'kysely/migration'

/** Which uploads a work refers to, so that nobody has to read all works for it. */
export const recipeUploads: Migration = {
  up: async (plain) => {
    const db = plain.withTables<{ recipe: Work; recipe_upload: { name: string; recipe_id: string } }>()
    await db.schema
      .createTable('recipe_upload')
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recipe_upload_once', ['name', 'recipe_id'])
      .execute()
    await db.schema.createIndex('recipe_upload_recipe').on('recipe_upload').column('recipe_id').execute()
    for (let last = ''; ; ) {
      const works = await db
        .selectFrom('recipe')
        .select(['id', 'main_image_url', 'pdf_url', 'steps', 'affiliate_products'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(portion)
        .execute()
      for (const { id, ...texts } of works) {
        last = id
        const names = namesIn(Object.values(texts).join('\n'))
        if (names.length === 0) continue
        await db
          .insertInto('recipe_upload')
          .values(names.map((name) => ({ name, recipe_id: id })))
          .execute()
      }
      if (works.length < portion) break
    }
    // The same is asked of copies, and the oldest are looked at first.
    await db.schema.createIndex('picture_source_name').on('picture_source').column('name').execute()
    await db.schema.createIndex('upload_oldest').on('upload').columns(['last_put_at', 'name']).execute()
  },
}

const portion = 200

const namesIn = (text: string) => [
  ...new Set([...text.matchAll(/\/Image\/uploads\/([\w-]+)\.(?:jpg|pdf)/g)].map(([, name]) => name ?? '')),
]

interface Work {
  id: string
  main_image_url: string
  pdf_url: string
  steps: string
  affiliate_products: string
}
