import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { yen } from '~/kernel/money.ts'
import type { HeldPrice } from './price-guard.rules.ts'
import type { FeedProblem } from './problem.texts.ts'

/** Prices that wait for the owner's word, by number; those of a feed only while there is one (P35). */
export const heldPrices = async (db: Kysely<Schema>): Promise<HeldPrice[]> => {
  const rows = await db
    .selectFrom('heldPrice')
    .innerJoin('product', 'product.number', 'heldPrice.number')
    .where('heldPrice.price', 'is not', null)
    .where('heldPrice.keptAt', 'is', null)
    .select(['heldPrice.number', 'product.name', 'heldPrice.price', 'formerPrice', 'product.source'])
    .orderBy('heldPrice.number')
    .execute()
  const fed = (await configuredFeed(db)) !== null
  const waiting = rows.filter(({ source }) => fed || source !== 'feed')
  return waiting.map(({ number, name, price, formerPrice }) => ({
    number,
    name,
    price: yen(price ?? 0),
    formerPrice: yen(formerPrice),
  }))
}

/** The problems of the feed's last list, in the order of its rows (P5). */
export const feedProblems = (db: Kysely<Schema>): Promise<FeedProblem[]> =>
  db
    .selectFrom('feedProblem')
    .select(['rowNumber as row', 'managementNumber', 'reason', 'detail'])
    .orderBy('rowNumber')
    .orderBy('ordinal')
    .execute()

/** What the last reading of the list that somebody asked for came to; epoch ms. */
export interface FeedReading {
  readonly askedAt: number
  /** Null while it is not over. */
  readonly finishedAt: number | null
  /** Fabrics that it changed, and that it took out of the shop. */
  readonly changed: number
  readonly left: number
}

/** The reading of the list that somebody asked for last; null where nobody has, or an hour has gone since (N47). */
export const feedReading = async (db: Kysely<Schema>, now: number): Promise<FeedReading | null> => {
  const row = await db
    .selectFrom('feedImport')
    .select(['askedAt', 'beganAt', 'finishedAt', 'changedCount', 'leftCount'])
    .where('id', '=', 'feed')
    .where('active', '=', 1)
    .executeTakeFirst()
  if (row === undefined || row.askedAt === null || now - row.askedAt > hour) return null
  const { askedAt, beganAt, finishedAt } = row
  const isOver = beganAt !== null && finishedAt !== null && beganAt >= askedAt && finishedAt >= beganAt
  return {
    askedAt,
    finishedAt: isOver ? finishedAt : null,
    changed: row.changedCount,
    left: row.leftCount,
  }
}

const hour = 60 * 60_000

/** Photographs that the desk gave fabrics of the feed, which may not be listed now. */
export const uploadsOfAdditions: UploadsInUse = async (db, names) => {
  const rows = await db.selectFrom('feedAddition').select('pictures').where('pictures', '!=', '').execute()
  const named = new Set(rows.flatMap(({ pictures }) => uploadUrlsIn(pictures)))
  return names.filter((name) => named.has(uploadUrl(name)))
}
