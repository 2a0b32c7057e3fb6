import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What the shop itself gives back, and an order that is taken for what was paid. */
export const moneyThatGoesBack: Migration = {
  up: async (db) => {
    await db.schema.alterTable('orders').addColumn('accepted_amount', 'bigint').execute()
    await db.schema
      .alterTable('refund')
      .addColumn('mails_buyer', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('refund').addColumn('tax', 'bigint').execute()
    await db.schema.alterTable('refund').addColumn('instead_of', 'text').execute()
    await db.schema
      .createIndex('refund_asked')
      .on('refund')
      .columns(['asked_at', 'id'])
      .where(sql.ref('state'), '=', sql.lit('asked'))
      .execute()
  },
}
