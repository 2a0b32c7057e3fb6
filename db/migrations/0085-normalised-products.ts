import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What lists and searches compare of a product, worked out when it is stored; null until then. */
export const normalisedProducts: Migration = {
  up: async (db) => {
    for (const column of ['plain_number', 'plain_name', 'facets', 'facet_words', 'read_from'])
      await db.schema.alterTable('product').addColumn(column, 'text').execute()
    await db.schema
      .createIndex('product_plain_number')
      .on('product')
      .columns(['type', 'plain_number'])
      .execute()
    // All that says which fabrics are listed, and whether one of them has changed.
    await sql`create index product_listed on product (type, status, source, position, number, updated_at)`.execute(
      db,
    )
  },
}
