import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { productOfPage } from '~/features/catalogue/product.queries.server.ts'
import { sellable, withSuspended } from '~/features/catalogue/queries.server.ts'
import { publishedStatus, type SellableProduct } from '~/features/catalogue/rules.ts'
import { inChunks } from '~/server/database/engine.ts'
import { distinctLevels, type KitListing, type KitOfPage, type KitPage } from './rules.ts'

const published = (db: Kysely<Schema>) =>
  db
    .selectFrom('kit')
    .innerJoin('product', 'product.number', 'kit.number')
    .where('product.status', '=', publishedStatus)
    .where('product.type', '=', 'kit')

/** The published kits, newest first. */
export const listKits = async (db: Kysely<Schema>, { level, count }: KitListing): Promise<KitPage> => {
  const counts = await published(db)
    .select((eb) => ['kit.level', eb.fn.countAll().as('kits')])
    .groupBy('kit.level')
    .execute()
  const wanted = published(db)
    .select([
      'product.number',
      'product.type',
      'product.name',
      'product.description',
      'product.price',
      'product.imageUrl',
      'kit.level',
      'kit.fabricSize',
      'kit.createdAt',
    ])
    .$if(level !== null, (query) => query.where('kit.level', '=', level ?? 'other'))
  const rows = await wanted.orderBy('kit.createdAt', 'desc').orderBy('kit.number').limit(count).execute()
  const kits = rows.map((row) => ({
    ...sellable(row),
    level: row.level,
    fabricSize: row.fabricSize,
    createdAt: row.createdAt,
  }))
  return {
    kits: await withSuspended(db, kits),
    total: counts
      .filter((each) => level === null || each.level === level)
      .reduce((sum, each) => sum + Number(each.kits), 0),
    levels: distinctLevels(counts.map((each) => each.level)),
  }
}

/** Which of these numbers fabrics bear (C13). */
export const fabricsAmong = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<string[]> => {
  const taken: string[] = []
  for (const chunk of inChunks(numbers)) {
    const rows = await db
      .selectFrom('product')
      .select('number')
      .where('type', '=', 'fabric')
      .where('number', 'in', chunk)
      .execute()
    taken.push(...rows.map(({ number }) => number))
  }
  return taken
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** What a published kit's page shows; undefined for a number that is not sold. */
export const kitOfPage = async (db: Kysely<Schema>, number: string): Promise<KitOfPage | undefined> => {
  const [product, kit] = await Promise.all([
    productOfPage(db, number),
    db
      .selectFrom('kit')
      .select(['level', 'fabricSize', 'fabricNumbers', 'createdAt'])
      .where('number', '=', number)
      .executeTakeFirst(),
  ])
  if (product === undefined || kit === undefined) return undefined
  return { ...product, ...kit, fabricNumbers: linesOf(kit.fabricNumbers) }
}

const mostKits = 6

/** The newest kits that the owner names this fabric for. */
export const kitsUsing = async (db: Kysely<Schema>, fabric: string): Promise<SellableProduct[]> => {
  const rows = await published(db)
    .select(['product.number', 'product.type', 'product.name', 'product.description', 'product.price'])
    .select(['product.imageUrl', 'kit.fabricNumbers'])
    .where('kit.fabricNumbers', '!=', '')
    .orderBy('kit.createdAt', 'desc')
    .orderBy('kit.number')
    .execute()
  return rows
    .filter(({ fabricNumbers }) => linesOf(fabricNumbers).includes(fabric))
    .slice(0, mostKits)
    .map(sellable)
}
