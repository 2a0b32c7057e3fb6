import type { Selectable } from 'kysely'
import type { HeldPriceTable, ProductTable } from '#db/schema.ts'
import type { GuardKitPrice } from '~/features/products/kit.commands.server.ts'
import type { ProductType } from '~/features/products/rules.ts'
import { parsePrice, parsePriceOrZero, type Yen, yen } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { FeedProduct } from './feed-rows.server.ts'
import { heldPricesMail } from './held-prices.texts.ts'
import { type HeldPrice, isDoubtfulChange, needsConfirmation } from './price-guard.rules.ts'

type Row = Pick<Selectable<ProductTable>, 'price' | 'priceText'>
type Noted = Selectable<HeldPriceTable>

interface Decided {
  readonly product: FeedProduct
  /** What to remember for the next feed; null when the price is certain. */
  readonly noted: Noted | null
}

/** A price that a list has lost is remembered, to compare the next one with it. */
const decide = (product: FeedProduct, stored: Row | undefined, noted: Noted | undefined): Decided => {
  const former = stored?.price ?? noted?.formerPrice ?? null
  const { number, priceText } = product
  const price = parsePrice(priceText)
  if (former === null) return { product, noted: null }
  const isKept = noted !== undefined && noted.price === price
  const note = { number, priceText, price, formerPrice: former, keptAt: isKept ? noted.keptAt : null }
  if (price === null) return { product, noted: note }
  if (!isDoubtfulChange(yen(former), price)) return { product, noted: null }
  const formerText = stored?.price === null ? String(former) : (stored?.priceText ?? String(former))
  return { product: { ...product, priceText: formerText }, noted: note }
}

/** Without the held prices of the shop's own products, which no list changes. */
const ofFeed = (trx: AppTransaction) =>
  trx
    .selectFrom('heldPrice')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product')
            .select('product.number')
            .whereRef('product.number', '=', 'heldPrice.number')
            .where('product.source', '=', 'own'),
        ),
      ),
    )

/**
 * In the transaction that stores a list, before its rows are written: gives its products with the prices in force, and mails the
 * owner those that are held from now on (P35).
 */
export const holdDoubtfulPrices = async (
  ctx: AppContext,
  trx: AppTransaction,
  stored: ReadonlyMap<string, Row>,
  products: readonly FeedProduct[],
): Promise<FeedProduct[]> => {
  const rows = await ofFeed(trx).selectAll().execute()
  const before = new Map(rows.map((row) => [row.number, row]))
  const decided = products.map((product) =>
    decide(product, stored.get(product.number), before.get(product.number)),
  )
  const listed = new Set(products.map(({ number }) => number))
  const noted = [
    ...decided.flatMap(({ noted }) => noted ?? []),
    // A product without price that is not listed now may return.
    ...rows.filter(({ number, price }) => price === null && !listed.has(number)),
  ]
  for (const chunk of inChunks(rows.map(({ number }) => number)))
    await trx.deleteFrom('heldPrice').where('number', 'in', chunk).execute()
  for (const chunk of inChunks(noted)) await trx.insertInto('heldPrice').values(chunk).execute()
  const names = new Map(products.map(({ number, name }) => [number, name]))
  const news = noted.flatMap(({ number, price, formerPrice }): HeldPrice[] =>
    price === null || before.get(number)?.price === price
      ? []
      : [{ number, name: names.get(number) ?? '', price: yen(price), formerPrice: yen(formerPrice) }],
  )
  if (news.length > 0 && (await enqueueMail(ctx, trx, heldPricesMail(news, ctx.newId(), ctx))))
    ctx.log.error('the owner is told of doubtful prices', { alarm: true, held: news.length })
  return decided.map(({ product }) => product)
}

/** The former price, in yen, of a product whose list lost it; null if none is remembered. */
export const rememberedPrice = async (trx: AppTransaction, number: string): Promise<number | null> => {
  const row = await trx
    .selectFrom('heldPrice')
    .select('formerPrice')
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.formerPrice ?? null
}

/** As `guardPrice`, for a kit of the owner's file. */
export const guardKitPrice: GuardKitPrice = async (trx, { number, former, price: priceText }) => {
  const price = parsePriceOrZero(priceText)
  return price === null ? priceText : guardPrice(trx, { number, type: 'kit', former, price, priceText })
}

/** A price typed or imported for a product that has one, both in yen. */
export interface PriceChange {
  readonly number: string
  readonly type: ProductType
  readonly former: number | null
  readonly price: Yen
  readonly priceText: string
}

/**
 * Within the transaction that changes one of the shop's own products: gives the text of the price to sell at, which is the former
 * one while a doubtful new one waits for the owner's confirmation (P35, N43). A price held before is dropped.
 */
export const guardPrice = async (trx: AppTransaction, change: PriceChange): Promise<string> => {
  const { number, type, former, price, priceText } = change
  if (former === price) return priceText
  await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
  if (former === null || !needsConfirmation(type, former, price)) return priceText
  await trx
    .insertInto('heldPrice')
    .values({ number, priceText, price, formerPrice: former, keptAt: null })
    .execute()
  return String(former)
}

/** Within a transaction: restores a product's held price; null for none. */
export const holdPriceAgain = async (
  trx: AppTransaction,
  number: string,
  held: Omit<Noted, 'number'> | null,
): Promise<void> => {
  await trx.deleteFrom('heldPrice').where('number', '=', number).execute()
  if (held !== null)
    await trx
      .insertInto('heldPrice')
      .values({ number, ...held })
      .execute()
}
