import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What its author tied to the lines of a work, and which works use a product. Works that are there wait in `recipe_to_index`
 * until their texts were read too, a few at a time (docs/decisions/0088).
 */
export const tiesOfWorks: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('recipe')
      .addColumn('material_ties', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
    await db.schema
      .createTable('recipe_product')
      .addColumn('recipe_id', 'text', (column) =>
        column.notNull().references('recipe.id').onDelete('cascade'),
      )
      .addColumn('document_id', 'bigint', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('chosen_name', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recipe_product_once', ['number', 'document_id', 'chosen_name'])
      .execute()
    await db.schema.createIndex('recipe_product_recipe').on('recipe_product').column('recipe_id').execute()
    await sql`insert into recipe_to_index (document_id)
      select document_id from recipe where document_id is not null on conflict do nothing`.execute(db)
  },
}
