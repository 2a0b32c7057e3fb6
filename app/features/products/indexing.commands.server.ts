import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { putDocuments, removeDocuments } from '~/server/search/search-index.ts'
import { rememberShopState, shopState } from '~/server/shop-state.ts'
import { facetsOf, facetWords } from './facets.rules.ts'
import { type Kit, levelName } from './rules.ts'
import { type ProductIndex, productDocument, productIndexes, type SearchedProduct } from './search.rules.ts'

/** A step of the transaction that writes fabrics: the search of 生地 knows them as they are now. */
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

/** As `indexFabrics`, of the search of キット. */
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

/** A step of the transaction in which products go. */
export const unindexProducts = async (
  trx: Transaction<Schema>,
  numbers: readonly string[],
): Promise<void> => {
  for (const index of productIndexes) await removeDocuments(trx, index, numbers)
}

/** Which words of products are found: another one has every index filled anew at the next start. */
const indexedAs = '3'

/** Fills `index` from what is stored, once after each change of what is searched for; `write` is given the transaction. */
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

/** Done at each start. */
export const fillFabricIndex = (ctx: AppContext): Promise<void> =>
  fillProductIndex(ctx, 'fabric', indexAllFabrics)

/** A step of a transaction: the index has all fabrics as they are stored. */
export const indexAllFabrics = async (trx: Transaction<Schema>): Promise<void> =>
  indexFabrics(
    trx,
    await trx
      .selectFrom('product')
      .select(['number', 'name', 'reading', 'description'])
      .where('type', '=', 'fabric')
      .execute(),
  )

/** Done at each start. */
export const fillKitIndex = (ctx: AppContext): Promise<void> => fillProductIndex(ctx, 'kit', indexAllKits)

/** A step of a transaction: the index has all kits as they are stored. */
export const indexAllKits = async (trx: Transaction<Schema>): Promise<void> =>
  indexKits(
    trx,
    await trx
      .selectFrom('kit')
      .innerJoin('product', 'product.number', 'kit.number')
      .select(['product.number', 'product.name', 'product.reading', 'product.description'])
      .select(['kit.level', 'kit.fabricSize'])
      .execute(),
  )
