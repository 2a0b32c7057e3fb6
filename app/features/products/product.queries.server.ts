import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import type { UploadsShownBy } from '~/features/pictures/missing.queries.server.ts'
import { type ProductPicture, uploadUrl, uploadUrlsIn } from '~/features/pictures/rules.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import type { AppContext } from '~/server/app-context.ts'
import { factsOfRow } from './description.rules.ts'
import { productListStateOf } from './feed-state.rules.ts'
import type { ListedFabric } from './narrowing.rules.ts'
import { nearFabrics } from './near-fabrics.rules.ts'
import {
  configuredFeed,
  fabricsNumbered,
  published,
  sellable,
  showsFeed,
  suspended,
  withSuspended,
} from './queries.server.ts'
import {
  isForSale,
  numbersWritten,
  type ProductOfPage,
  type ProductType,
  productPath,
  type SellableProduct,
} from './rules.ts'
import { nameKey } from './search.rules.ts'

/** `written` is an address's last part; an exact match wins over one that differs in case (P28). */
export const numberSold = async (
  db: Kysely<Schema>,
  type: ProductType,
  written: string,
): Promise<string | undefined> => {
  const sold = published(db, await showsFeed(db)).where('type', '=', type)
  const numbers = numbersWritten(written)
  for (const number of numbers) {
    const exact = await sold.where('number', '=', number).executeTakeFirst()
    if (exact !== undefined) return exact.number
  }
  for (const number of numbers) {
    const alike = await sold
      .where(sql`lower(number)`, '=', number.toLowerCase())
      .orderBy('position')
      .orderBy('number')
      .executeTakeFirst()
    if (alike !== undefined) return alike.number
  }
  return undefined
}

/** Undefined for a number that is not sold. */
export const productOfPage = async (
  db: Kysely<Schema>,
  number: string,
): Promise<ProductOfPage | undefined> => {
  const row = await published(db, await showsFeed(db))
    .select('moreImages')
    .where('number', '=', number)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const [product] = await withSuspended(db, [sellable(row)])
  if (product === undefined) return undefined
  const addresses = [product.imageUrl, ...addressesIn(row.moreImages).map(displayImageUrl)]
  const own = await ownPictures(db, addresses)
  const picture = own.get(product.imageUrl)
  const pictures = [...new Set(addresses.map((address) => own.get(address) ?? address))]
  const { text } = factsOfRow(row)
  return { ...product, ...(picture !== undefined && { picture }), pictures, text }
}

const mostSiblings = 24

/** All colours of a fabric, itself among them; empty when it is the only one. */
export const coloursOf = async (
  db: Kysely<Schema>,
  fabric: SellableProduct,
  fabrics: ReadonlyArray<{ readonly number: string; readonly name: string }>,
): Promise<SellableProduct[]> => {
  const own = nameKey(fabric.name)
  const alike = fabrics.filter(({ name }) => nameKey(name) === own)
  const at = alike.findIndex(({ number }) => number === fabric.number)
  const from = Math.max(0, Math.min(at - mostSiblings / 2, alike.length - mostSiblings))
  if (alike.length < 2) return []
  return fabricsNumbered(
    db,
    alike.slice(from, from + mostSiblings).map(({ number }) => number),
  )
}

/** One grid of six has no hole at any width. */
const mostNear = 6
const mostPlain = 3

/** Only what is for sale: six together, of them up to three plain ones, and more where fewer have its pattern (W14). */
export const fabricsNear = async (
  db: Kysely<Schema>,
  { number }: Pick<SellableProduct, 'number'>,
  fabrics: readonly ListedFabric[],
): Promise<Record<'alike' | 'plain', SellableProduct[]>> => {
  const fabric = fabrics.find((each) => each.number === number)
  if (fabric === undefined) return { alike: [], plain: [] }
  // Some may not be for sale.
  const near = nearFabrics(fabric, fabrics, 3 * mostNear)
  const forSale = async (numbers: readonly string[]) => (await fabricsNumbered(db, numbers)).filter(isForSale)
  const [alike, plain] = [await forSale(near.alike), await forSale(near.plain)]
  const plainShown = Math.max(mostPlain, mostNear - alike.length)
  return {
    alike: alike.slice(0, mostNear - Math.min(plain.length, mostPlain)),
    plain: plain.slice(0, plainShown),
  }
}

const addressesIn = (moreImages: string): string[] =>
  moreImages.split('\n').filter((address) => address !== '')

/** Each fabric's first picture before all further ones. */
export const fabricPictures = async (db: Kysely<Schema>): Promise<ProductPicture[]> =>
  productPicturesOf(
    await published(db, await showsFeed(db))
      .select('moreImages')
      .where('type', '=', 'fabric')
      .orderBy('position')
      .orderBy('number')
      .execute(),
  )

export const productPicturesOf = (
  products: ReadonlyArray<{
    readonly number: string
    readonly imageUrl: string
    readonly moreImages: string
  }>,
): ProductPicture[] => {
  const shownBy = (number: string) => `管理番号 ${number}`
  return [
    ...products.map(({ number, imageUrl }) => ({ address: imageUrl, shownBy: shownBy(number) })),
    ...products.flatMap(({ number, moreImages }) =>
      addressesIn(moreImages).map((address) => ({ address, shownBy: shownBy(number) })),
    ),
  ]
}

/** Includes uploads of products that are not shown now. */
export const uploadsOfProducts: UploadsInUse = async (db, names) => {
  const rows = await db
    .selectFrom('product')
    .select(['imageUrl', 'moreImages'])
    .where((eb) => eb.or([eb('imageUrl', 'like', anUpload), eb('moreImages', 'like', anUpload)]))
    .execute()
  const named = new Set(
    rows.flatMap(({ imageUrl, moreImages }) => uploadUrlsIn(`${imageUrl}\n${moreImages}`)),
  )
  return names.filter((name) => named.has(uploadUrl(name)))
}

export const uploadsShownByProducts: UploadsShownBy = async (db, names) => {
  const rows = await db
    .selectFrom('product')
    .select(['number', 'imageUrl', 'moreImages'])
    .where((eb) => eb.or([eb('imageUrl', 'like', anUpload), eb('moreImages', 'like', anUpload)]))
    .orderBy('number')
    .execute()
  const wanted = new Map(names.map((name) => [uploadUrl(name), name]))
  return new Map(
    productPicturesOf(rows).flatMap(({ address, shownBy }) => {
      const name = wanted.get(address)
      return name === undefined ? [] : [[name, shownBy] as const]
    }),
  )
}

const anUpload = '%/Image/uploads/%'

export const productTotal = async ({ db }: Pick<AppContext, 'db'>): Promise<number> => {
  const { count } = await published(db, await showsFeed(db))
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** For search engines: `most` pages after the first `from`. */
export const productSitemap = async (
  { db }: Pick<AppContext, 'db'>,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<Array<{ readonly path: string }>> => {
  const rows = await published(db, await showsFeed(db))
    .orderBy('type')
    .orderBy('position')
    .orderBy('number')
    .limit(most)
    .offset(from)
    .execute()
  return rows.map((row) => ({ path: productPath(row) }))
}

export interface FeedItem {
  readonly managementNumber: string
  readonly name: string
  readonly reading?: string
  readonly description: string
  /** Yen, or the owner's text when that is no certain price. */
  readonly price: number | string
  /** Absolute, so that another shop can show it; '' for none. */
  readonly imageUrl: string
  readonly status: string
}

/** In the feed's shape (P1), `changedAt` in epoch ms; null while there is no copy to show. */
export const feedOfFabrics = async (
  db: Kysely<Schema>,
  siteOrigin: string,
): Promise<{ readonly items: FeedItem[]; readonly changedAt: number } | null> => {
  const feed = await configuredFeed(db)
  if (productListStateOf(feed).kind !== 'ready') return null
  const rows = await published(db, feed !== null)
    .select(['reading', 'priceText', 'status'])
    .where('type', '=', 'fabric')
    .where('number', 'not in', suspended(db))
    .orderBy('position')
    .orderBy('number')
    .execute()
  const last = await db
    .selectFrom('product')
    .select((eb) => eb.fn.max('updatedAt').as('at'))
    .executeTakeFirst()
  const items = rows.map((row) => ({
    managementNumber: row.number,
    name: row.name,
    ...(row.reading === '' ? {} : { reading: row.reading }),
    description: row.description,
    price: row.price ?? row.priceText,
    imageUrl: row.imageUrl === '' ? '' : new URL(displayImageUrl(row.imageUrl), siteOrigin).href,
    status: row.status,
  }))
  return { items, changedAt: last?.at ?? 0 }
}
