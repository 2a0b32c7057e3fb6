import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inPortions } from '~/server/database/engine.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { putDocuments, removeDocuments } from '~/server/search/search-index.ts'
import { rememberShopState, shopState } from '~/server/shop-state.ts'
import { facetsOf, facetWords } from './facets.rules.ts'
import { type Kit, levelName } from './rules.ts'
import { type ProductIndex, productDocument, productIndexes, type SearchedProduct } from './search.rules.ts'

export const indexFabrics = (
  trx: Transaction<Schema>,
  fabrics: ReadonlyArray<Omit<SearchedProduct, 'more'>>,
): Promise<void> =>
  indexProducts(
    trx,
    'fabric',
    fabrics.map((fabric) => ({ ...fabric, more: facetWords(facetsOf(fabric)) })),
  )

type SearchedKit = Omit<SearchedProduct, 'more'> & Pick<Kit, 'level' | 'fabricSize'>

export const indexKits = (trx: Transaction<Schema>, kits: readonly SearchedKit[]): Promise<void> =>
  indexProducts(
    trx,
    'kit',
    kits.map(({ level, fabricSize, ...kit }) => ({ ...kit, more: `${levelName(level)} ${fabricSize}` })),
  )

const indexProducts = (
  trx: Transaction<Schema>,
  index: ProductIndex,
  products: readonly SearchedProduct[],
): Promise<void> => putDocuments(trx, index, products.map(productDocument))

export const unindexProducts = async (
  trx: Transaction<Schema>,
  numbers: readonly string[],
): Promise<void> => {
  for (const index of productIndexes) await removeDocuments(trx, index, numbers)
}

/** Change it together with what is indexed, so that the next start refills all indexes. */
const indexedAs = '3'

/** Fills `index` once for each value of `indexedAs`. */
const fillProductIndex = async (
  ctx: AppContext,
  index: ProductIndex,
  write: (trx: Transaction<Schema>) => Promise<void>,
): Promise<void> => {
  const key = `${index}_index` as const
  if ((await shopState(ctx.db, key)) === indexedAs) return
  await inTransaction(ctx, async (trx) => {
    await write(trx)
    await rememberShopState(trx, key, indexedAs)
  })
}

export const fillFabricIndex = (ctx: AppContext): Promise<void> =>
  fillProductIndex(ctx, 'fabric', indexAllFabrics)

export const indexAllFabrics = async (trx: Transaction<Schema>): Promise<void> => {
  const fabrics = await trx.selectFrom('product').select('number').where('type', '=', 'fabric').execute()
  await inPortions(fabrics, (some) => indexFabricsNumbered(trx, numbersOf(some)))
}

const indexFabricsNumbered = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> =>
  indexFabrics(
    trx,
    await trx
      .selectFrom('product')
      .select(['number', 'name', 'reading', 'description'])
      .where('type', '=', 'fabric')
      .where('number', 'in', numbers)
      .execute(),
  )

/** The fabrics and kits among `numbers`, at most some hundreds. */
export const indexNumbered = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> => {
  await indexFabricsNumbered(trx, numbers)
  await indexKitsNumbered(trx, numbers)
}

const numbersOf = (rows: ReadonlyArray<{ readonly number: string }>) => rows.map(({ number }) => number)

export const fillKitIndex = (ctx: AppContext): Promise<void> => fillProductIndex(ctx, 'kit', indexAllKits)

export const indexAllKits = async (trx: Transaction<Schema>): Promise<void> => {
  const kits = await trx.selectFrom('kit').select('number').execute()
  await inPortions(kits, (some) => indexKitsNumbered(trx, numbersOf(some)))
}

const indexKitsNumbered = async (trx: Transaction<Schema>, numbers: readonly string[]): Promise<void> =>
  indexKits(
    trx,
    await trx
      .selectFrom('kit')
      .innerJoin('product', 'product.number', 'kit.number')
      .select(['product.number', 'product.name', 'product.reading', 'product.description'])
      .select(['kit.level', 'kit.fabricSize'])
      .where('kit.number', 'in', numbers)
      .execute(),
  )
