import type { Migration } from 'kysely/migration'

/** Works and comments are hidden with a reason, members' comments stopped, and paid orders counted without a look at each (A7, A27, D9). */
export const hiding: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('recipe')
      .addColumn('hidden_reason', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('comment')
      .addColumn('hidden', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('comment')
      .addColumn('hidden_reason', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('member_profile')
      .addColumn('can_comment', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await db.schema.dropIndex('comment_newest').execute()
    await db.schema
      .createIndex('comment_newest')
      .on('comment')
      .columns(['recipe_id', 'created_at', 'id', 'hidden'])
      .execute()
    await db.schema.createIndex('orders_by_payment').on('orders').column('paid_at').execute()
  },
}
