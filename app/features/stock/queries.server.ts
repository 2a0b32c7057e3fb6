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

/** Which of these numbers is counted. */
export const hasCounted = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<boolean> =>
  numbers.length > 0 &&
  (await db.selectFrom('stock').select('number').where('number', 'in', numbers).executeTakeFirst()) !==
    undefined
