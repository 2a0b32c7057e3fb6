import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { factsOfRow } from '~/features/products/description.rules.ts'
import { formerPriceIn } from '~/features/products/price-guard.rules.ts'
import { factColumns } from '~/features/products/queries.server.ts'
import {
  type MarkedShelf,
  markedShelves,
  uncountedShelf,
} from '~/features/stock/shelf-marks.queries.server.ts'
import { inChunks } from '~/server/database/engine.ts'
import { numbersEverOrdered } from '~/server/database/held-lines.ts'
import { cellsOf, countColumns, type FileProduct } from './columns.rules.ts'
import { countMark } from './count-marks.server.ts'
import { fileOf, isNotInShiftJis, type WrittenCells } from './file-text.server.ts'
import { markOf } from './row-mark.server.ts'
import { asExcelSaves } from './spreadsheet.rules.ts'

const detailed = (db: Kysely<Schema>) =>
  db
    .selectFrom('product')
    .leftJoin('kit', 'kit.number', 'product.number')
    .leftJoin('heldPrice', 'heldPrice.number', 'product.number')
    .select(['product.number', 'source', 'name', 'reading', 'product.priceText'])
    .select(factColumns)
    .select(['product.price', 'imageUrl', 'moreImages', 'status', 'position', 'updatedAt as version'])
    .select(['heldPrice.price as heldPrice', 'formerPrice', 'keptAt', 'level', 'fabricSize', 'fabricNumbers'])

/** Batch size; reads in about 5 ms. */
const productsPerTurn = 100

/**
 * Products in shop order, fabrics first, feed included; all of them, or those with these numbers, at most some hundreds. Yields to
 * other work, so products removed meanwhile are left out.
 */
export const fileProducts = async (
  db: Kysely<Schema>,
  numbers?: readonly string[],
): Promise<FileProduct[]> => {
  const all = db.selectFrom('product').select('number')
  const wanted = numbers === undefined ? all : all.where('number', 'in', [...numbers, ''])
  const inOrder = await wanted.orderBy('type').orderBy('position').orderBy('number').execute()
  const products: FileProduct[] = []
  for (const some of inChunks(inOrder, productsPerTurn)) {
    const numbers = some.map(({ number }) => number)
    const rows = await detailed(db).where('product.number', 'in', numbers).execute()
    const found = new Map(rows.map((row) => [row.number, row]))
    products.push(...numbers.flatMap((number) => productOf(found.get(number)) ?? []))
    await nextTurn()
  }
  return products
}

type Detailed = Awaited<ReturnType<ReturnType<typeof detailed>['executeTakeFirst']>>

const productOf = (row: Detailed): FileProduct | undefined => {
  if (row === undefined) return undefined
  const { imageUrl, moreImages, fabricSize, fabricNumbers, heldPrice, keptAt } = row
  const formerPrice = formerPriceIn(row.formerPrice)
  const { number, type, source, name, reading, priceText, price, status, position, version } = row
  return {
    ...{ number, type, source, name, reading, priceText, price, status, position, version },
    told: factsOfRow(row),
    heldPrice: keptAt === null ? heldPrice : null,
    confirmedPrice: keptAt !== null && formerPrice === null ? heldPrice : null,
    level: row.level,
    rememberedPrice: formerPrice,
    pictures: [imageUrl, ...moreImages.split('\n')].filter((url) => url !== ''),
    fabricSize: fabricSize ?? '',
    fabricNumbers: fabricNumbers ?? '',
  }
}

/** The shop's own fabrics and kits, whatever their state, as a file for Excel (N44); all, or those with these numbers. */
export const productFileText = async (db: Kysely<Schema>, numbers?: readonly string[]): Promise<string> => {
  const own = (await fileProducts(db, numbers)).filter(({ source }) => source !== 'feed')
  return fileOf(
    rowsOf(
      own,
      await markedShelves(
        db,
        own.map(({ number }) => number),
      ),
    ),
  )
}

/** What is counted or may be, as a file for counting it (K38): every counted product, and every other one that is not discontinued. */
export const countFileText = async (db: Kysely<Schema>): Promise<string> => {
  const products = await fileProducts(db)
  const shelves = await markedShelves(
    db,
    products.map(({ number }) => number),
  )
  const there = products.filter(({ number, status }) => shelves.has(number) || status !== '掲載終了')
  return fileOf(rowsOf(there, shelves), countColumns)
}

const mostNamed = 50

/** The first fifty own products with characters that Windows' Shift_JIS lacks (N54). */
export const numbersNotInShiftJis = async (db: Kysely<Schema>): Promise<string[]> => {
  const found: string[] = []
  for (const [at, product] of (await fileProducts(db)).entries()) {
    if (at % 100 === 99) await nextTurn()
    if (product.source === 'feed' || found.length >= mostNamed) continue
    if (isNotInShiftJis(asExcelSaves(Object.values(cellsOf(product)).join('')))) found.push(product.number)
  }
  return found
}

/** Lazily: building all at once would block the process. */
const rowsOf = function* (
  products: readonly FileProduct[],
  shelves: ReadonlyMap<string, MarkedShelf>,
): Iterable<WrittenCells> {
  for (const product of products) {
    const cells = cellsOf(product)
    const shelf = shelves.get(product.number) ?? uncountedShelf
    const version = `${markOf(cells)}-${countMark(shelf)}`
    yield { ...cells, stock: shelf.cell, bolts: shelf.bolts, version }
  }
}

/** Those of these numbers that any order has, ignoring case; returns lower case (N42). */
export const orderedAmong = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  const spellings = new Set(numbers.flatMap((number) => [number, number.toLowerCase(), number.toUpperCase()]))
  for (const chunk of inChunks([...spellings])) {
    for (const number of await numbersEverOrdered(db, chunk)) found.add(number.toLowerCase())
  }
  return found
}

/** Products as last written by files, as `NUMBER VERSION`. */
export const versionsOfFiles = async (db: Kysely<Schema>): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('productFileRow')
    .innerJoin('product', (join) =>
      join
        .onRef('product.number', '=', 'productFileRow.number')
        .onRef('product.updatedAt', '=', 'productFileRow.afterVersion'),
    )
    .select(['product.number', 'afterVersion'])
    .execute()
  return new Set(rows.map(({ number, afterVersion }) => `${number} ${afterVersion}`))
}
