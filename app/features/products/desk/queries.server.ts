import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { formerPriceIn } from '~/features/products/price-guard.rules.ts'
import { factColumns, productsFound, showsFeed } from '~/features/products/queries.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { isVisible } from '~/kernel/text.ts'
import { type DeskProduct, type DeskProductRow, nextNumber, numberAfter, type ProductState } from './rules.ts'

/** Present products: the shop's own, and the feed's while there is one (N40). */
const products = (db: Kysely<Schema>, feed: boolean) =>
  db
    .selectFrom('product')
    .leftJoin('closedProduct', 'closedProduct.number', 'product.number')
    .leftJoin('heldPrice', (join) =>
      join
        .onRef('heldPrice.number', '=', 'product.number')
        .on('heldPrice.price', 'is not', null)
        .on('heldPrice.keptAt', 'is', null),
    )
    .leftJoin('stock', 'stock.number', 'product.number')
    .where((eb) =>
      eb.or([
        eb('product.type', '=', 'kit'),
        feed ? eb('product.source', 'in', ['feed', 'own']) : eb('product.source', '!=', 'feed'),
      ]),
    )
    .select([
      'product.number',
      'product.type',
      'product.name',
      'product.description',
      'product.price',
      'product.imageUrl',
      'product.status',
      'product.source',
      'closedProduct.closedAt',
      'heldPrice.price as heldPrice',
      'heldPrice.formerPrice',
      'stock.mostUnits',
      'stock.version as stockVersion',
    ])

export interface ProductFilter {
  readonly q: string
  /** Null for all. */
  readonly state: ProductState | null
  readonly count: number
}

/** The products that an address asks for, in shop order; `hasMore` when the list is cut. */
export const deskProducts = async (
  db: Kysely<Schema>,
  { q, state, count }: ProductFilter,
): Promise<{ readonly rows: readonly DeskProductRow[]; readonly hasMore: boolean }> => {
  let found = products(db, await showsFeed(db))
  if (state !== null) found = found.where('product.status', '=', state)
  if (isVisible(q)) {
    const [fabrics, kits] = await Promise.all([productsFound(db, 'fabric', q), productsFound(db, 'kit', q)])
    const numbers = [...(fabrics?.keys() ?? []), ...(kits?.keys() ?? [])].slice(0, 2_000)
    if (numbers.length === 0) return { rows: [], hasMore: false }
    found = found.where('product.number', 'in', numbers)
  }
  const rows = await found
    .orderBy('product.type')
    .orderBy('product.position')
    .orderBy('product.number')
    .limit(count + 1)
    .execute()
  const shown = rows.slice(0, count)
  const own = await ownPictures(
    db,
    shown.map(({ imageUrl }) => displayImageUrl(imageUrl)),
  )
  return {
    rows: shown.map(({ imageUrl, closedAt, heldPrice, formerPrice, mostUnits, stockVersion: _, ...row }) => ({
      ...row,
      picture: own.get(displayImageUrl(imageUrl)) ?? displayImageUrl(imageUrl),
      suspended: closedAt !== null,
      held: heldPrice !== null,
      soldOut: mostUnits === 0,
    })),
    hasMore: rows.length > count,
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((each) => each !== '')

/** A product for the desk, drafts and discontinued ones included; undefined for an unknown number. */
export const deskProduct = async (db: Kysely<Schema>, number: string): Promise<DeskProduct | undefined> => {
  const row = await products(db, await showsFeed(db))
    .leftJoin('kit', 'kit.number', 'product.number')
    .leftJoin('feedAddition', 'feedAddition.number', 'product.number')
    .where('product.number', '=', number)
    .select(['product.reading', 'product.priceText', 'product.moreImages', 'product.updatedAt'])
    .select('product.position')
    .select(factColumns)
    .select(['kit.level', 'kit.fabricSize', 'kit.fabricNumbers'])
    .select(['feedAddition.pictures as addedPictures', 'feedAddition.position as addedPosition'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { moreImages, heldPrice, formerPrice, updatedAt, mostUnits, addedPictures, addedPosition } = row
  const { type, name, reading, description, price, priceText, imageUrl, status, source } = row
  const { level, fabricSize, fabricNumbers } = row
  const isPlacedByFeed = source === 'feed' && addedPosition === null
  const pictures = [...new Set([imageUrl, ...linesOf(moreImages)].filter((url) => url !== ''))]
  return {
    ...{ number, type, name, reading, description, price, priceText, status, source },
    told: factsOfRow(row),
    picture: displayImageUrl(imageUrl),
    pictures,
    version: updatedAt,
    suspended: row.closedAt !== null,
    soldOut: mostUnits === 0,
    stockVersion: row.stockVersion ?? 0,
    feedRow: isPlacedByFeed ? row.position + 2 : null,
    added: { pictures: linesOf(addedPictures ?? ''), hasPlace: addedPosition !== null },
    heldPrice: heldPrice === null ? null : { price: heldPrice, formerPrice: formerPriceIn(formerPrice) },
    kit:
      level === null
        ? null
        : {
            level,
            fabricSize: fabricSize ?? '',
            fabricNumbers: (fabricNumbers ?? '').replaceAll('\n', '、'),
          },
  }
}

export const storedProduct = (db: Kysely<Schema>, number: string) =>
  db.selectFrom('product').selectAll().where('number', '=', number).executeTakeFirst()

/** Whether any order has this number, which then cannot be reused (N42). */
export const wasOrdered = async (db: Kysely<Schema>, number: string): Promise<boolean> =>
  (await db
    .selectFrom('orderLine')
    .select('number')
    .where('number', 'in', [number, number.toLowerCase(), number.toUpperCase()])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether a product has this number, ignoring case as addresses and recipes do (N42). */
export const isTaken = async (db: Kysely<Schema>, number: string): Promise<boolean> =>
  (await db
    .selectFrom('product')
    .select('number')
    .where((eb) => eb(eb.fn('lower', ['number']), '=', number.toLowerCase()))
    .executeTakeFirst()) !== undefined

const firstNumbers: Readonly<Record<ProductType, string>> = { fabric: 'F-1001', kit: 'K-101' }
const mostTries = 100

/** A free number that no order ever had: the next after those in use, or after `sibling`. */
export const freeNumber = async (
  db: Kysely<Schema>,
  type: ProductType,
  sibling?: string,
): Promise<string> => {
  const rows = await db.selectFrom('product').select(['number', 'type']).execute()
  const taken = new Set(rows.map(({ number }) => number.toLowerCase()))
  const inUse = rows.filter((row) => row.type === type).map(({ number }) => number)
  let number = sibling === undefined ? nextNumber(inUse, firstNumbers[type]) : numberAfter(sibling)
  for (let tries = 0; tries < mostTries; tries += 1) {
    while (taken.has(number.toLowerCase())) number = numberAfter(number)
    if (!(await wasOrdered(db, number))) break
    number = numberAfter(number)
  }
  return number
}
