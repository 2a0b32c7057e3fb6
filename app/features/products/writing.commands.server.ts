import type { Selectable } from 'kysely'
import type { HeldPriceTable, ProductTable } from '#db/schema.ts'
import { releaseUploads } from '~/features/pictures/commands.server.ts'
import { parsePriceOrZero } from '~/kernel/money.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { NewProduct } from './columns.queries.server.ts'
import { putProducts } from './commands.server.ts'
import { formerPriceOf, type PriceChange, priceToHold } from './price-guard.rules.ts'
import { picturesOf } from './rules.ts'

type Row = Selectable<ProductTable>

/** The former price, in yen, of a product whose list lost it; null if none is remembered. */
const rememberedPrice = async (trx: AppTransaction, number: string): Promise<number | null> => {
  const row = await trx
    .selectFrom('heldPrice')
    .select('formerPrice')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.formerPrice ?? null
}

/**
 * Within the transaction that changes one of the shop's own products: gives the text of the price to sell at, which is the former
 * one while a doubtful new one waits for the owner's confirmation (P35, N43). A price held before is dropped.
 */
const guardPrice = async (trx: AppTransaction, change: PriceChange): Promise<string> => {
  const { number, former, price, priceText } = change
  if (former === price) return priceText
  await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
  const held = priceToHold(change)
  if (held === null) return priceText
  await trx
    .insertInto('heldPrice')
    .values({ ...held, keptAt: null })
    .execute()
  return String(held.formerPrice)
}

/** Within a transaction: restores a product's held price; null for none. */
export const holdPriceAgain = async (
  trx: AppTransaction,
  number: string,
  held: Omit<Selectable<HeldPriceTable>, 'number'> | null,
): Promise<void> => {
  await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
  if (held !== null)
    await trx
      .insertInto('heldPrice')
      .values({ number, ...held })
      .execute()
}

/** What the shop says of one of its own products. */
export interface OwnProduct {
  readonly product: NewProduct
  /** The locked row; null for a new product. */
  readonly row: Row | null
}

/** Gives the text of the price to sell at: the former one while a doubtful new one waits (P35). */
const priceInForce = async (trx: AppTransaction, { product, row }: OwnProduct): Promise<string> => {
  const { number, type, priceText } = product
  const price = parsePriceOrZero(priceText)
  if (price === null) return priceText
  const former = formerPriceOf(row, row?.price === null ? await rememberedPrice(trx, number) : null)
  return guardPrice(trx, { number, type, former, price, priceText })
}

/**
 * Within a transaction that has locked the products (`now` in epoch ms): the one way in which form, file and the file of kits write the
 * shop's own products. Gives those whose new price waits for confirmation, each with the text of the price in force (P35). Photographs that
 * are not shown any more are released. Throws for a number of the other type or source.
 */
export const writeOwnProducts = async (
  trx: AppTransaction,
  now: number,
  own: readonly OwnProduct[],
): Promise<ReadonlyMap<string, string>> => {
  const held = new Map<string, string>()
  const products: NewProduct[] = []
  for (const each of own) {
    const priceText = await priceInForce(trx, each)
    if (priceText !== each.product.priceText) held.set(each.product.number, priceText)
    products.push({ ...each.product, priceText })
  }
  const put = await putProducts(trx, now, products)
  if (!put.ok) throw new Error(`product ${put.error.number}: ${put.error.reason}`)
  const shown = new Set(products.flatMap(picturesOf))
  const gone = own
    .flatMap(({ row }) => (row === null ? [] : picturesOf(row)))
    .filter((url) => !shown.has(url))
  if (gone.length > 0) await releaseUploads(trx, gone)
  return held
}
