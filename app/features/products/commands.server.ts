import type { Insertable, Selectable, Transaction } from 'kysely'
import type { ProductTable, Schema } from '#db/schema.ts'
import { parsePrice, parsePriceOrZero } from '~/kernel/money.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { indexFabrics, unindexProducts } from './indexing.commands.server.ts'
import { type NormalisedProduct, normalisedProduct } from './normalised.rules.ts'
import { productNumber } from './rules.ts'

/** A row without what is worked out, alike for every source: the price (C9), and what lists and searches compare (W35). */
export type NewProduct = Readonly<
  Omit<Insertable<ProductTable>, 'price' | 'createdAt' | 'updatedAt' | keyof NormalisedProduct>
>

export interface ProductRefusal {
  readonly number: string
  readonly reason: 'not a number' | 'given twice' | 'taken by the other type'
}

const numbersProblem = (products: readonly NewProduct[]): ProductRefusal | undefined => {
  const seen = new Set<string>()
  for (const { number } of products) {
    if (productNumber(number) !== number) return { number, reason: 'not a number' }
    if (seen.has(number)) return { number, reason: 'given twice' }
    seen.add(number)
  }
  return undefined
}

const rowOf = (product: NewProduct, now: number): Insertable<ProductTable> => ({
  ...product,
  reading: product.reading ?? '',
  moreImages: product.moreImages ?? '',
  price: (product.type === 'kit' ? parsePriceOrZero : parsePrice)(product.priceText),
  ...normalisedProduct(product),
  createdAt: now,
  updatedAt: now,
})

/**
 * Inserts or overwrites products in the caller's transaction (`now` in epoch ms). Refuses all when a number is impossible (S2),
 * repeated, or of the other type (C13).
 */
export const putProducts = async (
  trx: Transaction<Schema>,
  now: number,
  products: readonly NewProduct[],
): Promise<Result<void, ProductRefusal>> => {
  const wrong = numbersProblem(products)
  if (wrong) return refused(wrong)
  const stored = await storedTexts(trx, products)
  const clash = products.find(({ number, type }) => (stored.get(number)?.type ?? type) !== type)
  if (clash) return refused({ number: clash.number, reason: 'taken by the other type' })
  await inPortions(products, (some) => upsert(trx, some, now))
  // A row inserted into a list moves all later rows, but changes nothing that search reads of them.
  const read = products.filter((product) => !isFoundAlike(stored.get(product.number), product))
  await inPortions(
    read.filter(({ type }) => type === 'fabric'),
    (some) => indexFabrics(trx, some),
  )
  return ok(undefined)
}

type StoredText = Pick<Selectable<ProductTable>, 'type' | 'name' | 'reading' | 'description'>

const storedTexts = async (
  trx: Transaction<Schema>,
  products: readonly NewProduct[],
): Promise<ReadonlyMap<string, StoredText>> => {
  const texts = new Map<string, StoredText>()
  await inPortions(products, async (some) => {
    const numbers = some.map(({ number }) => number)
    const rows = await trx
      .selectFrom('product')
      .select(['number', 'type', 'name', 'reading', 'description'])
      .where('number', 'in', numbers)
      .execute()
    for (const row of rows) texts.set(row.number, row)
  })
  return texts
}

const isFoundAlike = (stored: StoredText | undefined, { name, reading = '', description }: NewProduct) =>
  stored?.name === name && stored.reading === reading && stored.description === description

const upsert = async (trx: Transaction<Schema>, products: readonly NewProduct[], now: number) => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('product')
    .values(products.map((product) => rowOf(product, now)))
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          reading: eb.ref('excluded.reading'),
          description: eb.ref('excluded.description'),
          priceText: eb.ref('excluded.priceText'),
          price: eb.ref('excluded.price'),
          imageUrl: eb.ref('excluded.imageUrl'),
          moreImages: eb.ref('excluded.moreImages'),
          plainNumber: eb.ref('excluded.plainNumber'),
          plainName: eb.ref('excluded.plainName'),
          facets: eb.ref('excluded.facets'),
          facetWords: eb.ref('excluded.facetWords'),
          readFrom: eb.ref('excluded.readFrom'),
          status: eb.ref('excluded.status'),
          source: eb.ref('excluded.source'),
          position: eb.ref('excluded.position'),
          updatedAt: eb.ref('excluded.updatedAt'),
        }))
        .whereRef('product.type', '=', 'excluded.type')
        // The product may have become the shop's own while the list was being read (N40).
        .where((eb) =>
          eb.or([eb('product.source', '!=', 'own'), eb(eb.ref('excluded.source'), '!=', 'feed')]),
        ),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== BigInt(products.length))
    throw new Error('a product of the other type or source came between')
}

/** Part of the caller's transaction; rows of other tables cascade. */
export const removeProducts = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> => {
  await unindexProducts(trx, numbers)
  for (const chunk of inChunks(numbers))
    await trx.deleteFrom('product').where('number', 'in', chunk).execute()
}

const removedStatus = '掲載終了'

/** Part of the caller's transaction at `now` (epoch ms); rows stay for old orders and links. */
export const unpublishProducts = async (
  trx: Transaction<Schema>,
  now: number,
  numbers: readonly string[],
): Promise<void> => {
  for (const chunk of inChunks(numbers))
    await trx
      .updateTable('product')
      .set({ status: removedStatus, updatedAt: now })
      .where('number', 'in', chunk)
      .execute()
}

/** For the end of a demo: products entered in it, and those of its feed, which may come from anywhere. */
export const removeDemoProducts = async (ctx: AppContext): Promise<void> => {
  await inTransaction(ctx, async (trx) => {
    const going = await trx
      .selectFrom('product')
      .select('number')
      .where((eb) => eb.or([eb('source', 'in', ['demo', 'feed']), eb('practice', '=', 1)]))
      .execute()
    await removeProducts(
      trx,
      going.map(({ number }) => number),
    )
  })
}

/** Decides whether the shop's form or the feed describes a product (N40). `now` in epoch ms. */
export const setSource = async (
  trx: Transaction<Schema>,
  now: number,
  { number, source }: Pick<NewProduct, 'number' | 'source'>,
): Promise<void> => {
  await trx.updateTable('product').set({ source, updatedAt: now }).where('number', '=', number).execute()
}
