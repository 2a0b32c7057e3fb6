import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const sources = sql`source in ('own', 'demo')`

export const kitsLinksNews: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('kit')
      .addColumn('number', 'text', (column) =>
        column.primaryKey().notNull().references('product.number').onDelete('cascade'),
      )
      .addColumn('level', 'text', (column) =>
        column.notNull().check(sql`level in ('beginner', 'intermediate', 'advanced', 'other')`),
      )
      .addColumn('fabric_size', 'text', (column) => column.notNull())
      .addColumn('comment', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('kit_newest').on('kit').columns(['created_at', 'number']).execute()
    await db.schema
      .createTable('link_item')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('price', 'text', (column) => column.notNull())
      .addColumn('image_url', 'text', (column) => column.notNull())
      .addColumn('apply_url', 'text', (column) => column.notNull())
      .addColumn('influencer_url', 'text', (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull().check(sources))
      .execute()
    await db.schema
      .createTable('news')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('sort_at', 'bigint', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull().check(sources))
      .execute()
    await db.schema.createIndex('news_newest').on('news').columns(['sort_at', 'id']).execute()
  },
}
