import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { textHash } from '~/server/text-hash.ts'
import { type OpenedRestock, restockKept } from './rules.ts'

/** The valid requests at `now` (epoch ms); expired ones count as deleted (W12). */
export const liveRestocks = (db: Kysely<Schema>, now: number) =>
  db
    .selectFrom('restockRequest')
    .where((eb) =>
      eb.or([
        eb.and([eb('confirmedAt', 'is', null), eb('createdAt', '>', now - restockKept.unconfirmed)]),
        eb('confirmedAt', '>', now - restockKept.confirmed),
      ]),
    )

/** The request of a mail's link; undefined if unknown, replaced or deleted. */
export const openedRestock = async (
  db: Kysely<Schema>,
  token: string,
  now: number,
): Promise<OpenedRestock | undefined> => {
  const row = await liveRestocks(db, now)
    .where('tokenHash', '=', textHash(token))
    .select(['number', 'email', 'confirmedAt'])
    .executeTakeFirst()
  return row && { number: row.number, email: row.email, isConfirmed: row.confirmedAt !== null }
}

/** Number of rows, expired ones included. */
export const restockTotal = async (db: Kysely<Schema>): Promise<number> => {
  const row = await db.selectFrom('restockRequest').select(sql`count(*)`.as('total')).executeTakeFirst()
  return Number(row?.total ?? 0)
}

/** At most `most` product numbers after `after` with valid requests at `now` (epoch ms), in order. */
export const awaitedNumbers = async (
  db: Kysely<Schema>,
  { now, after, most }: { readonly now: number; readonly after: string; readonly most: number },
): Promise<string[]> => {
  const rows = await liveRestocks(db, now)
    .where('confirmedAt', 'is not', null)
    .where('number', '>', after)
    .select('number')
    .distinct()
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map(({ number }) => number)
}
