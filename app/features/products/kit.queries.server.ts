import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { ProductPicture } from '~/features/pictures/rules.ts'
import { withOwnPictures } from '~/features/pictures/sources.queries.server.ts'
import { yen } from '~/kernel/money.ts'
import { plainTerms, type SearchTerms } from '~/kernel/search-text.ts'
import { inChunks } from '~/server/database/engine.ts'
import { keepsWholeOf } from '~/server/database/until-written.ts'
import { foundByWord, keysWith } from '~/server/search/search-index.ts'
import { unitsTold } from './kit-fabric.rules.ts'
import type { KitListing, KitPage } from './listing.rules.ts'
import { type ListedKit, narrowedKits } from './narrowing.rules.ts'
import { productOfPage, productPicturesOf } from './product.queries.server.ts'
import { productsFound, sellable, shownColumns, withSuspended } from './queries.server.ts'
import { distinctLevels, type Kit, type KitOfPage, publishedStatus, type SellableProduct } from './rules.ts'

const published = (db: Kysely<Schema>) =>
  db
    .selectFrom('kit')
    .innerJoin('product', 'product.number', 'kit.number')
    .where('product.status', '=', publishedStatus)
    .where('product.type', '=', 'kit')

/** Kits without a place come first; SQLite and PostgreSQL sort null differently (N52). */
const ownersPlace = sql<number>`coalesce(kit.place, -1)`

export const kitOrder = (
  db: Kysely<Schema>,
): Promise<ReadonlyArray<{ readonly number: string; readonly name: string }>> =>
  published(db)
    .select(['product.number', 'product.name'])
    .orderBy(ownersPlace)
    .orderBy('kit.createdAt', 'desc')
    .orderBy('kit.number')
    .execute()

/** All published kits, by default in the owner's order, newest first (N52). */
export const listedKits = async (db: Kysely<Schema>): Promise<ListedKit[]> => {
  const rows = await published(db)
    .select([
      'product.number',
      'product.name',
      'product.reading',
      'product.price',
      'kit.level',
      'kit.createdAt',
    ])
    .orderBy(ownersPlace)
    .orderBy('kit.createdAt', 'desc')
    .orderBy('kit.number')
    .execute()
  return rows.map((row) => ({ ...row, price: row.price === null ? null : yen(row.price) }))
}

/** The kits of a listing among `all`. */
export const listKits = async (
  db: Kysely<Schema>,
  listing: KitListing,
  terms = plainTerms(listing.q),
  all?: readonly ListedKit[],
): Promise<KitPage> => {
  const kits = all ?? (await listedKits(db))
  const { chosen, prices } = narrowedKits(kits, listing, await productsFound(db, 'kit', listing.q, terms))
  return {
    kits: await kitsNumbered(
      db,
      chosen.slice(0, listing.count).map(({ number }) => number),
    ),
    total: chosen.length,
    levels: distinctLevels(kits.map(({ level }) => level)),
    prices,
  }
}

const areKeptWhole = keepsWholeOf('kit')

const kitsByWord = foundByWord(async (db, word) => {
  const rows = await published(db)
    .where('product.number', 'in', keysWith(db, 'kit', [word], 'anywhere'))
    .select('product.number')
    .execute()
  return rows.map(({ number }) => number)
})

/** How many published kits have all words, near ones included. */
export const countedKits = async (db: Kysely<Schema>, { wide }: SearchTerms): Promise<number> => {
  if (wide.length === 0) return 0
  if (await areKeptWhole(db)) return (await kitsByWord(db, wide)).length
  const { total } = await published(db)
    .where('product.number', 'in', keysWith(db, 'kit', wide, 'anywhere'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const withUnitsOf = (fabricSize: string): Pick<SellableProduct, 'unitsNeeded'> => {
  const units = unitsTold(fabricSize)
  return units === null ? {} : { unitsNeeded: units }
}

/** Adds how much fabric kits need (C28); at most some hundreds. */
export const withUnitsNeeded = async <P extends SellableProduct>(
  db: Kysely<Schema>,
  products: readonly P[],
): Promise<P[]> => {
  const numbers = products.flatMap(({ type, number }) => (type === 'kit' ? number : []))
  if (numbers.length === 0) return [...products]
  const rows = await db
    .selectFrom('kit')
    .select(['number', 'fabricSize'])
    .where('number', 'in', numbers)
    .execute()
  const sizes = new Map(rows.map(({ number, fabricSize }) => [number, fabricSize]))
  return products.map((product) => ({ ...product, ...withUnitsOf(sizes.get(product.number) ?? '') }))
}

/** Published ones only, in the order of `numbers`. */
export const kitsNumbered = async (db: Kysely<Schema>, numbers: readonly string[]): Promise<Kit[]> => {
  const kits = new Map<string, Kit>()
  for (const chunk of inChunks(numbers)) {
    const rows = await published(db)
      .select([...shownColumns, 'kit.level', 'kit.fabricSize', 'kit.createdAt'])
      .where('product.number', 'in', chunk)
      .execute()
    for (const { level, fabricSize, createdAt, ...row } of rows)
      kits.set(row.number, { ...sellable(row), level, fabricSize, createdAt, ...withUnitsOf(fabricSize) })
  }
  const found = numbers.flatMap((number) => kits.get(number) ?? [])
  return withSuspended(db, await withOwnPictures(db, found))
}

/** Which of these numbers belong to fabrics (C13). */
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

/** Undefined for a number that is not sold. */
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
  return { ...product, ...kit, fabricNumbers: linesOf(kit.fabricNumbers), ...withUnitsOf(kit.fabricSize) }
}

const mostKits = 6

/** The newest kits for which the owner names this fabric. */
export const kitsUsing = async (db: Kysely<Schema>, fabric: string): Promise<SellableProduct[]> => {
  const rows = await published(db)
    .select([...shownColumns, 'kit.fabricNumbers'])
    .where('kit.fabricNumbers', '!=', '')
    .orderBy(ownersPlace)
    .orderBy('kit.createdAt', 'desc')
    .orderBy('kit.number')
    .execute()
  const kits = rows.filter(({ fabricNumbers }) => linesOf(fabricNumbers).includes(fabric)).slice(0, mostKits)
  return withOwnPictures(db, kits.map(sellable))
}

/** In the order of the list. */
export const kitPictures = async (db: Kysely<Schema>): Promise<ProductPicture[]> =>
  productPicturesOf(
    await published(db)
      .select(['product.number', 'product.imageUrl', 'product.moreImages'])
      .orderBy(ownersPlace)
      .orderBy('kit.createdAt', 'desc')
      .orderBy('kit.number')
      .execute(),
  )
