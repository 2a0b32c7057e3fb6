import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Cloth as uncut pieces, what orders claim of them, and each change of what is left. */
export const stock: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('stock')
      .addColumn('number', 'text', (column) => column.primaryKey().notNull())
      .addColumn('mode', 'text', (column) => column.notNull().check(sql`mode in ('pieces', 'count')`))
      .addColumn('counted_by', 'text', (column) =>
        column.notNull().check(sql`counted_by in ('desk', 'feed')`),
      )
      .addColumn('feed_cell', 'text')
      .addColumn('waiting_cell', 'text')
      .addColumn('low_at', 'integer')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('most_units', 'integer', zero)
      .addColumn('held_units', 'integer', zero)
      .addColumn('emptied', 'text')
      .execute()
    await db.schema
      .createTable('stock_piece')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('number', 'text', required)
      .addColumn('units', 'integer', (column) => column.notNull().check(sql`units >= 0`))
      .addColumn('left_units', 'integer', required)
      .addColumn('length_cm', 'integer')
      .addColumn('width_cm', 'integer')
      .addColumn('label', 'text', required)
      .addColumn('source', 'text', required)
      .addColumn('received_at', 'bigint', required)
      .addColumn('closed_at', 'bigint')
      .addUniqueConstraint('stock_piece_label', ['number', 'label'])
      .addCheckConstraint('stock_piece_left', sql`left_units >= 0 and left_units <= units`)
      .execute()
    await db.schema
      .createIndex('stock_piece_open')
      .on('stock_piece')
      .column('number')
      .where(sql.ref('closed_at'), 'is', null)
      .execute()
    await claims(db)
    await db.schema
      .createTable('stock_move')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('number', 'text', required)
      .addColumn('piece_id', 'text', required)
      .addColumn('units', 'integer', required)
      .addColumn('why', 'text', required)
      .addColumn('actor', 'text', required)
      .addColumn('order_id', 'text')
      .addColumn('happened_at', 'bigint', required)
      .execute()
    await db.schema.createIndex('stock_move_of_piece').on('stock_move').column('piece_id').execute()
    await db.schema
      .createIndex('stock_move_of_number')
      .on('stock_move')
      .columns(['number', 'happened_at'])
      .execute()
  },
}

const claims = async (db: Parameters<Migration['up']>[0]) => {
  await db.schema
    .createTable('stock_claim')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('number', 'text', required)
    .addColumn('piece_id', 'text')
    .addColumn('order_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('units', 'integer', (column) => column.notNull().check(sql`units > 0`))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('held', 'promised', 'cut', 'released')`),
    )
    .addColumn('until', 'bigint')
    .addColumn('client', 'text')
    .addColumn('network', 'text')
    .addColumn('claimed_at', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('stock_claim_once')
    .unique()
    .on('stock_claim')
    .columns(['order_id', 'position'])
    .where(sql.ref('state'), '<>', sql.lit('released'))
    .execute()
  await db.schema.createIndex('stock_claim_of_piece').on('stock_claim').column('piece_id').execute()
  await db.schema
    .createIndex('stock_claim_open')
    .on('stock_claim')
    .columns(['number', 'state'])
    .where(sql.ref('state'), 'in', [sql.lit('held'), sql.lit('promised')])
    .execute()
}
