import type { Migration } from 'kysely/migration'

/** The address that the provider gets is empty where it could not fetch the picture; a page of ours can still show it. */
export const picturesOfOrders: Migration = {
  up: async (db) => {
    await db.schema.alterTable('order_line').addColumn('picture', 'text').execute()
  },
}
