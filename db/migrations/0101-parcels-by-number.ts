import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Finds the orders that have a tracking number already. */
export const parcelsByNumber: Migration = {
  up: async (db) => {
    await sql`create index orders_by_tracking on orders (tracking)`.execute(db)
    await sql`create index further_parcel_by_tracking on further_parcel (tracking)`.execute(db)
  },
}
