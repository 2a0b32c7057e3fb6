import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Whether this order holds cloth for its payment page. */
export const hasHolds = async (db: Kysely<Schema>, orderId: string): Promise<boolean> =>
  (await db
    .selectFrom('stockClaim')
    .select('id')
    .where('orderId', '=', orderId)
    .where('state', '=', 'held')
    .executeTakeFirst()) !== undefined

/** Those of these numbers that are counted. */
export const countedAmong = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (numbers.length === 0) return new Set()
  const rows = await db.selectFrom('stock').select('number').where('number', 'in', numbers).execute()
  return new Set(rows.map(({ number }) => number))
}

/** Whether any of these numbers is counted. */
export const hasCounted = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<boolean> =>
  (await countedAmong(db, numbers)).size > 0
