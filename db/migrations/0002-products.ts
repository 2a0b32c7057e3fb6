import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const products: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('product')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('type', 'text', (column) => column.notNull().check(sql`type in ('fabric', 'kit')`))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('price_text', 'text', (column) => column.notNull())
      .addColumn('price', 'integer', (column) => column.check(sql`price between 0 and 999999`))
      .addColumn('image_url', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull().check(sql`source in ('own', 'feed', 'demo')`))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('stock', 'integer')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('product_shown')
      .on('product')
      .columns(['type', 'status', 'source', 'position'])
      .execute()
    await db.schema
      .createTable('feed_import')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('active', 'integer', (column) => column.notNull().check(sql`active in (0, 1)`))
      .addColumn('url_hash', 'text', (column) => column.notNull())
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('last_attempt_at', 'bigint')
      .addColumn('last_success_at', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('short_since', 'bigint')
      .addColumn('item_count', 'integer', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('feed_problem')
      .addColumn('ordinal', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('row_number', 'integer', (column) => column.notNull())
      .addColumn('management_number', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('raw_text', 'text', (column) => column.notNull())
      .execute()
  },
}
