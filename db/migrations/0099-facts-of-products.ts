import type { Migration } from 'kysely/migration'

/**
 * What is told of a fabric, each fact in a column of its own; '' for what is not told. `facts_of` is the description that they go with: the former
 * release writes a description without them (D51), and then they are read from it until a job stores them.
 */
export const factsOfProducts: Migration = {
  up: async (db) => {
    for (const name of ['colour', 'material', 'width', 'thickness', 'text'])
      await db.schema
        .alterTable('product')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    await db.schema.alterTable('product').addColumn('facts_of', 'text').execute()
  },
}
