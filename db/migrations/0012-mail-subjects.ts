import type { Migration } from 'kysely/migration'

export const mailSubjects: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('mail')
      .addColumn('holds_token', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db
      .updateTable('mail')
      .set({ holds_token: 1 })
      .where('kind', 'in', ['order_confirmation', 'order_shipped'])
      .execute()
    await db.schema.alterTable('mail').dropColumn('order_id').execute()
  },
}
