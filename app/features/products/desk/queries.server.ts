import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { factsOfRow, nameWithColour } from '~/features/products/description.rules.ts'
import { numbersIn, numbersTyped } from '~/features/products/numbers.rules.ts'
import { formerPriceIn } from '~/features/products/price-guard.rules.ts'
import { factColumns, productsFound, showsFeed } from '~/features/products/queries.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { productIndexes } from '~/features/products/search.rules.ts'
import { displayImageUrl } from '~/kernel/image-url.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { readSearch, searchText } from '~/kernel/search-text.ts'
import { inChunks } from '~/server/database/engine.ts'
import { numbersEverOrdered } from '~/server/database/held-lines.ts'
import {
  badgesOf,
  type ChosenFabrics,
  type DeskProduct,
  type DeskProductRow,
  mostChoices,
  nextNumber,
  numberAfter,
  type ProductChoice,
  whatWasFound,
} from './rules.ts'

/** Present products: the shop's own, and the feed's while there is one (N40). */
export const productsOfDesk = (db: Kysely<Schema>, feed: boolean) =>
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

type FoundRow = Awaited<ReturnType<ReturnType<typeof productsOfDesk>['execute']>>[number]

const listRows = async (db: Kysely<Schema>, rows: readonly FoundRow[]): Promise<DeskProductRow[]> => {
  const own = await ownPictures(
    db,
    rows.map(({ imageUrl }) => displayImageUrl(imageUrl)),
  )
  return rows.map((row) => deskProductRow(row, own))
}

/** `own` are the shop's copies of pictures, by the address that is shown. */
export const deskProductRow = (
  {
    number,
    type,
    name,
    description,
    price,
    imageUrl,
    status,
    source,
    closedAt,
    heldPrice,
    mostUnits,
  }: FoundRow,
  own: ReadonlyMap<string, string>,
): DeskProductRow => ({
  ...{ number, type, name, description, price, status, source },
  picture: own.get(displayImageUrl(imageUrl)) ?? displayImageUrl(imageUrl),
  suspended: closedAt !== null,
  held: heldPrice !== null,
  soldOut: mostUnits === 0,
})

const choicesOf = async (db: Kysely<Schema>, rows: readonly FoundRow[]): Promise<ProductChoice[]> =>
  (await listRows(db, rows)).map((row) => ({
    number: row.number,
    name: nameWithColour(row),
    picture: row.picture,
    note: badgesOf(row).join('・'),
  }))

const mostRanked = 200

/** What a search offers to choose from, the best first; of one type, or of both (N104). */
export const productsToChoose = async (
  db: Kysely<Schema>,
  q: string,
  type: ProductType | null,
): Promise<ProductChoice[]> => {
  const indexes = type === null ? productIndexes : [type]
  const found = await Promise.all(indexes.map((index) => productsFound(db, index, q)))
  const ranks = new Map(
    found
      .flatMap((numbers) => [...(numbers ?? [])])
      .toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
      .slice(0, mostRanked),
  )
  if (ranks.size === 0) return []
  const rows = await productsOfDesk(db, await showsFeed(db))
    .where('product.number', 'in', [...ranks.keys()])
    .orderBy('product.position')
    .orderBy('product.number')
    .execute()
  const best = rows.toSorted((a, b) => (ranks.get(a.number) ?? 0) - (ranks.get(b.number) ?? 0))
  return choicesOf(db, best.slice(0, mostChoices))
}

/** Those among these numbers that are products, whatever their case; of one type, or of both (N104). */
export const productsNumbered = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  type: ProductType | null,
): Promise<ProductChoice[]> => {
  const rows: FoundRow[] = []
  for (const some of inChunks(numbers.map((number) => number.toLowerCase()))) {
    let found = productsOfDesk(db, await showsFeed(db)).where((eb) =>
      eb(eb.fn('lower', ['product.number']), 'in', some),
    )
    if (type !== null) found = found.where('product.type', '=', type)
    rows.push(...(await found.orderBy('product.number').execute()))
  }
  return choicesOf(db, rows)
}

const linesOf = (text: string): string[] => text.split('\n').filter((each) => each !== '')

/** A product for the desk, drafts and discontinued ones included; undefined for an unknown number. */
export const deskProduct = async (db: Kysely<Schema>, number: string): Promise<DeskProduct | undefined> => {
  const row = await productsOfDesk(db, await showsFeed(db))
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

const mostSisters = 24

/** The other colours of a fabric: those of its name, in the order of the shop, drafts and discontinued ones too; none of a kit. */
export const sistersOf = async (
  db: Kysely<Schema>,
  { number, name, type }: Pick<DeskProductRow, 'number' | 'name' | 'type'>,
): Promise<DeskProductRow[]> => {
  if (type === 'kit') return []
  const rows = await productsOfDesk(db, await showsFeed(db))
    .where('product.type', '=', 'fabric')
    .where('product.plainName', '=', searchText(name))
    .where('product.number', '!=', number)
    .orderBy('product.position')
    .orderBy('product.number')
    .limit(mostSisters)
    .execute()
  return listRows(db, rows)
}

export const storedProduct = (db: Kysely<Schema>, number: string) =>
  db.selectFrom('product').selectAll().where('number', '=', number).executeTakeFirst()

const mostFabrics = 200

/** Names of a kit's fabrics, and what a text that was sent with them finds (N104). */
export const fabricChoices = async (
  db: Kysely<Schema>,
  fabricNumbers: string,
  search = '',
): Promise<ChosenFabrics> => ({
  known: await productsNumbered(db, numbersIn(fabricNumbers).slice(0, mostFabrics), 'fabric'),
  found: await productsToChoose(db, readSearch(search), 'fabric'),
})

/**
 * The numbers of a kit's fabrics as they are stored: the chosen ones, and those that the text of the search names to the letter. Refuses
 * any other text with what it finds, and numbers that are no fabric's, but for those that the kit named `number` has already (N104).
 */
export const chosenFabrics = async (
  db: Kysely<Schema>,
  {
    fabricNumbers,
    search,
    number,
  }: { readonly fabricNumbers: string; readonly search: string; readonly number: string | undefined },
): Promise<Result<string, string>> => {
  const chosen = numbersIn(fabricNumbers)
  const perhaps = [...chosen, ...numbersIn(search), ...numbersTyped(search, () => false)]
  if (perhaps.length > mostFabrics) return refused(`使う布は${mostFabrics}点までにしてください。`)
  const fabrics = await productsNumbered(db, perhaps, 'fabric')
  const called = (written: string) =>
    fabrics.find((each) => each.number === written) ??
    fabrics.find((each) => each.number.toLowerCase() === written.toLowerCase())
  const named = numbersTyped(search, (number) => called(number) !== undefined)
  if (!named.every((written) => called(written) !== undefined)) {
    const found = await productsToChoose(db, readSearch(search), 'fabric')
    return refused(whatWasFound(readSearch(search), found.length))
  }
  const kit = await db
    .selectFrom('kit')
    .select('fabricNumbers')
    .where('number', '=', number ?? '')
    .executeTakeFirst()
  const standing = linesOf(kit?.fabricNumbers ?? '')
  const unknown = chosen.find((written) => called(written) === undefined && !standing.includes(written))
  if (unknown !== undefined)
    return refused(`「${unknown}」の生地はありません。外して、さがして選んでください。`)
  const numbers = [...chosen, ...named].map((written) => called(written)?.number ?? written)
  return ok([...new Set(numbers)].join('、'))
}

/** Whether any order has this number, which then cannot be reused (N42). */
export const wasOrdered = async (db: Kysely<Schema>, number: string): Promise<boolean> =>
  (await numbersEverOrdered(db, [number, number.toLowerCase(), number.toUpperCase()])).length > 0

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
