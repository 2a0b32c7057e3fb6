import type { Selectable } from 'kysely'
import type { HeldPriceTable, ProductTable } from '#db/schema.ts'
import { releaseUploads } from '~/features/pictures/commands.server.ts'
import { parsePriceOrZero } from '~/kernel/money.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import type { NewProduct } from './columns.queries.server.ts'
import { putProducts } from './commands.server.ts'
import { formerPriceIn, noFormerPrice, type StoredPrice, typedPriceWaits } from './price-guard.rules.ts'
import { picturesOf } from './rules.ts'

type Row = Selectable<ProductTable>

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

const storedPrice = async (trx: AppTransaction, { number, status, price }: Row): Promise<StoredPrice> => {
  const noted = await trx
    .selectFrom('heldPrice')
    .select(['price', 'formerPrice', 'keptAt'])
    .where('number', '=', number)
    .executeTakeFirst()
  const former = formerPriceIn(noted?.formerPrice ?? null)
  const isConfirmed = noted !== undefined && noted.keptAt !== null && former === null
  return { status, price, remembered: former, confirmed: isConfirmed ? noted.price : null }
}

/**
 * Gives the text of the price to sell at: while a new one waits for the owner's confirmation, the former one (P35, N43) or none (N75). A
 * price held before is dropped, unless the product keeps the one in force.
 */
const priceInForce = async (trx: AppTransaction, { product, row }: OwnProduct): Promise<string> => {
  const { number, status, priceText } = product
  const price = parsePriceOrZero(priceText)
  if (price === null) return priceText
  const waits = typedPriceWaits(row === null ? null : await storedPrice(trx, row), status, price)
  if (waits === null && row?.price === price) return priceText
  await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
  if (waits === null) return priceText
  const { former } = waits
  await trx
    .insertInto('heldPrice')
    .values({ number, priceText, price, formerPrice: former ?? noFormerPrice, keptAt: null })
    .execute()
  return former === null ? '' : String(former)
}

/**
 * Within a transaction that has locked the products (`now` in epoch ms): the one way in which form, file and the file of kits write the
 * shop's own products. Gives those whose new price waits for confirmation, each with the text of the price in force, '' for none (P35, N75). Photographs that
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
