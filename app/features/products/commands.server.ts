import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { ProductTable, Schema } from '#db/schema.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks, inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { type NewProduct, priceOf, withDefaults, writtenOver } from './columns.queries.server.ts'
import { indexFabrics, indexKits, unindexProducts } from './indexing.commands.server.ts'
import { normalisedProduct } from './normalised.rules.ts'
import { productNumber } from './rules.ts'

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

/** `now` in epoch ms. */
const rowOf = (product: NewProduct, now: number): Insertable<ProductTable> => ({
  ...withDefaults(product),
  factsOf: product.description,
  price: priceOf(product),
  ...normalisedProduct(product),
  createdAt: now,
  updatedAt: now,
})

/**
 * Inserts or overwrites products, kits with their parts, in the caller's transaction (`now` in epoch ms). Refuses all when a number is impossible (S2),
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
  // So that two writings within one ms are two versions.
  const rows = products.map((product) =>
    rowOf(product, Math.max(now, (stored.get(product.number)?.updatedAt ?? now - 1) + 1)),
  )
  await inPortions(rows, (some) => upsert(trx, some))
  // A row inserted into a list moves all later rows, but changes nothing that search reads of them.
  const read = products.filter((product) => !isFoundAlike(stored.get(product.number), product))
  await inPortions(
    read.filter(({ type }) => type === 'fabric'),
    (some) => indexFabrics(trx, some),
  )
  await putKitParts(trx, now, products)
  return ok(undefined)
}

type StoredText = Pick<Selectable<ProductTable>, 'type' | 'name' | 'reading' | 'description' | 'updatedAt'>

const storedTexts = async (
  trx: Transaction<Schema>,
  products: readonly NewProduct[],
): Promise<ReadonlyMap<string, StoredText>> => {
  const texts = new Map<string, StoredText>()
  await inPortions(products, async (some) => {
    const numbers = some.map(({ number }) => number)
    const rows = await trx
      .selectFrom('product')
      .select(['number', 'type', 'name', 'reading', 'description', 'updatedAt'])
      .where('number', 'in', numbers)
      .execute()
    for (const row of rows) texts.set(row.number, row)
  })
  return texts
}

const isFoundAlike = (stored: StoredText | undefined, { name, reading = '', description }: NewProduct) =>
  stored?.name === name && stored.reading === reading && stored.description === description

const upsert = async (trx: Transaction<Schema>, rows: readonly Insertable<ProductTable>[]) => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('product')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet(
          Object.fromEntries(writtenOver.map((column) => [column, sql.ref<never>(`excluded.${column}`)])),
        )
        .whereRef('product.type', '=', 'excluded.type')
        // The product may have become the shop's own while the list was being read (N40).
        .where((eb) =>
          eb.or([eb('product.source', '!=', 'own'), eb(eb.ref('excluded.source'), '!=', 'feed')]),
        ),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== BigInt(rows.length))
    throw new Error('a product of the other type or source came between')
}

const putKitParts = async (trx: Transaction<Schema>, now: number, products: readonly NewProduct[]) => {
  const kits = products.flatMap(({ kit, ...product }) => (kit === undefined ? [] : [{ ...product, ...kit }]))
  const firstStored = new Map<string, number>()
  await inPortions(kits, async (some) => {
    const numbers = some.map(({ number }) => number)
    const rows = await trx
      .selectFrom('kit')
      .select(['number', 'createdAt'])
      .where('number', 'in', numbers)
      .execute()
    for (const { number, createdAt } of rows) firstStored.set(number, createdAt)
  })
  for (const { number, level, fabricSize, fabricNumbers, description: comment, ...kit } of kits) {
    const createdAt = kit.createdAt ?? firstStored.get(number) ?? now
    const row = { number, level, fabricSize, fabricNumbers, comment, createdAt }
    await trx
      .insertInto('kit')
      .values(row)
      .onConflict((conflict) => conflict.column('number').doUpdateSet(row))
      .execute()
  }
  await indexKits(trx, kits)
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
