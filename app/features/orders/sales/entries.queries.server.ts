import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { EntryPlace, SalesEntry } from './types.ts'

/**
 * At most `limit` entries of a month such as 2026-11, by day and id, those after `after` alone. A demo has its practice orders; a real shop
 * never counts one (M25). What changed since the last booking is not in it: `bookSales` comes first.
 */
export const entriesOfMonth = async (
  { db, demo }: { readonly db: Kysely<Schema>; readonly demo: boolean },
  month: string,
  after: EntryPlace | null,
  limit: number,
): Promise<SalesEntry[]> => {
  const ofMonth = db
    .selectFrom('salesEntry')
    .select(['id', 'number', 'kind', 'takesBack', 'day', 'ownDay', 'orderNumber', 'shippedOn', 'paidOn'])
    .select(['amount', 'tax', 'shipping', 'fee', 'payout', 'paymentIntent as paymentNumber'])
    .where('practice', '=', demo ? 1 : 0)
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
  const rows = await (after === null
    ? ofMonth
    : ofMonth.where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'id'), '>', tuple(after.day, after.id)))
  )
    .orderBy('day')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ takesBack, number, ...row }) => ({
    ...row,
    number: number ?? 0,
    takesBack: takesBack === 1,
    isPractice: demo,
    rate: 10,
  }))
}

/** Whether an entry waits for its number (M33), as those of before an update do until they are booked. */
export const hasUnnumbered = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('salesEntry').select('id').where('number', 'is', null).limit(1).executeTakeFirst()) !==
  undefined

/** Whether anything is left to book: something that changed since, or an entry without its number. */
export const waitsToBeBooked = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('salesDue').select('subject').limit(1).executeTakeFirst()) !== undefined ||
  (await hasUnnumbered(db))
