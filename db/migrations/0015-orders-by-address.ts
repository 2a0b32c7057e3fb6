import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A member's page asks for the orders of her address (S23), in whatever case it was typed at the payment. */
export const ordersByAddress: Migration = {
  up: async (db) => {
    await sql`create index orders_by_address on orders (lower(customer_email))`.execute(db)
  },
}
