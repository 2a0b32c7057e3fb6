import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { formerPriceIn, type HeldPrice } from '~/features/products/price-guard.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { productNumber, publishedStatus } from '~/features/products/rules.ts'
import { countedAmong, waitingForCell } from '~/features/stock/queries.server.ts'
import { yen } from '~/kernel/money.ts'
import { inChunks } from '~/server/database/engine.ts'
import { type FeedProblem, isAboutStock, type UnreadShelf } from './problem.texts.ts'

/** By number, each name with its colour (P27), as in every list of the desk; those of a feed only while there is one (P35). */
export const heldPrices = async (db: Kysely<Schema>): Promise<HeldPrice[]> => {
  const rows = await db
    .selectFrom('heldPrice')
    .innerJoin('product', 'product.number', 'heldPrice.number')
    .where('heldPrice.price', 'is not', null)
    .where('heldPrice.keptAt', 'is', null)
    .select(['heldPrice.number', 'heldPrice.price', 'formerPrice'])
    .select(['product.name', 'product.type', 'product.description', 'product.source'])
    .orderBy('heldPrice.number')
    .execute()
  const fed = (await configuredFeed(db)) !== null
  const waiting = rows.filter(({ source }) => fed || source !== 'feed')
  return waiting.map(({ number, price, formerPrice, ...product }) => ({
    number,
    name: nameWithColour(product),
    price: yen(price ?? 0),
    formerPrice: formerPriceIn(formerPrice),
  }))
}

/** Of the last list, in the order of rows (P5). */
export const feedProblems = async (db: Kysely<Schema>): Promise<FeedProblem[]> => {
  const problems = await db
    .selectFrom('feedProblem')
    .select(['rowNumber as row', 'rowCount as rows', 'managementNumber', 'reason', 'detail'])
    .orderBy('rowNumber')
    .orderBy('ordinal')
    .execute()
  const numberOf = ({ managementNumber }: FeedProblem) => productNumber(managementNumber ?? '')
  const shelves = await unreadShelves(
    db,
    problems.filter(isAboutStock).flatMap((problem) => numberOf(problem) ?? []),
  )
  return problems.map((problem) =>
    isAboutStock(problem) ? { ...problem, shelf: shelves.get(numberOf(problem) ?? '') ?? null } : problem,
  )
}

/** How fabrics of the list are sold whose stock cannot be read; those that are not in the shop are left out (N103). */
const unreadShelves = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, UnreadShelf>> => {
  const shelves = new Map<string, UnreadShelf>()
  for (const some of inChunks(numbers)) {
    const listed = await db
      .selectFrom('product')
      .select('number')
      .where('number', 'in', some)
      .where('source', '=', 'feed')
      .where('status', '=', publishedStatus)
      .execute()
    const counted = await countedAmong(db, some)
    const waiting = await waitingForCell(db, some)
    for (const { number } of listed)
      shelves.set(number, waiting.has(number) ? 'waits' : counted.has(number) ? 'kept' : 'unlimited')
  }
  return shelves
}

export interface FeedReading {
  readonly askedAt: number
  /** Epoch ms; null while it is running. */
  readonly finishedAt: number | null
  /** Fabrics changed, and taken out of the shop. */
  readonly changed: number
  readonly left: number
}

/** The last reading that somebody asked for; null after an hour (N47). */
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

/** Includes those of fabrics that are not listed now. */
export const uploadsOfAdditions: UploadsInUse = async (db, names) => {
  const rows = await db.selectFrom('feedAddition').select('pictures').where('pictures', '!=', '').execute()
  const named = new Set(rows.flatMap(({ pictures }) => uploadUrlsIn(pictures)))
  return names.filter((name) => named.has(uploadUrl(name)))
}

export const uploadsShownByAdditions: UploadsShownBy = async (db, names) => {
  const rows = await db
    .selectFrom('feedAddition')
    .select(['number', 'pictures'])
    .where('pictures', '!=', '')
    .execute()
  const wanted = new Map(names.map((name) => [uploadUrl(name), name]))
  return new Map(
    rows.flatMap(({ number, pictures }) =>
      uploadUrlsIn(pictures).flatMap((url) => {
        const name = wanted.get(url)
        return name === undefined ? [] : [[name, `管理番号 ${number}`] as const]
      }),
    ),
  )
}
