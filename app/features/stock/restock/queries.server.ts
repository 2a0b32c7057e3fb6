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
        eb.and([
          eb('restockRequest.confirmedAt', 'is', null),
          eb('restockRequest.createdAt', '>', now - restockKept.unconfirmed),
        ]),
        eb('restockRequest.confirmedAt', '>', now - restockKept.confirmed),
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

/** A product and how many people wait for it. */
export interface Awaited {
  readonly number: string
  /** Null once the product is gone. */
  readonly name: string | null
  readonly people: number
}

const mostAwaited = 200

/** What people wait for at `now` (epoch ms), the most awaited first, and how many products more there are (N117). */
export const awaitedProducts = async (
  db: Kysely<Schema>,
  now: number,
): Promise<{ readonly products: readonly Awaited[]; readonly leftOut: number }> => {
  const rows = await liveRestocks(db, now)
    .where('confirmedAt', 'is not', null)
    .leftJoin('product', 'product.number', 'restockRequest.number')
    .groupBy(['restockRequest.number', 'product.name'])
    .select(({ fn }) => [
      'restockRequest.number',
      'product.name',
      fn.countAll<number>().as('people'),
      sql<number>`count(*) over ()`.as('all'),
    ])
    .orderBy('people', 'desc')
    .orderBy('restockRequest.number')
    .limit(mostAwaited)
    .execute()
  const products = rows.map(({ number, name, people }) => ({ number, name, people: Number(people) }))
  return { products, leftOut: Number(rows[0]?.all ?? 0) - rows.length }
}
