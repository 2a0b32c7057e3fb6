import type { Migration } from 'kysely/migration'

/** Names of bolts, and what came at one time, so that it can be undone. */
export const receiving: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('stock_piece')
      .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .createTable('receiving')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('received_by', 'text', (column) => column.notNull())
      .addColumn('undone_at', 'bigint')
      .execute()
    await db.schema.createIndex('receiving_newest').on('receiving').columns(['received_at', 'id']).execute()
    await db.schema
      .createTable('received_piece')
      .addColumn('receiving_id', 'text', (column) => column.notNull().references('receiving.id'))
      .addColumn('piece_id', 'text', (column) => column.notNull())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('units', 'integer', (column) => column.notNull())
      .addColumn('begins', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('received_piece_once', ['receiving_id', 'piece_id'])
      .execute()
    await db.schema
      .createIndex('received_piece_of_number')
      .on('received_piece')
      .columns(['number', 'state'])
      .execute()
  },
}
