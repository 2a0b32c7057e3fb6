import type { Selectable } from 'kysely'
import type { HeldPriceTable, ProductTable } from '#db/schema.ts'
import { parsePrice, yen } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { FeedProduct } from './feed-rows.server.ts'
import { heldPricesMail } from './held-prices.texts.ts'
import { type HeldPrice, isDoubtfulChange } from './price-guard.rules.ts'

type Row = Pick<Selectable<ProductTable>, 'price' | 'priceText'>
type Noted = Selectable<HeldPriceTable>

interface Decided {
  readonly product: FeedProduct
  /** What is to be known of it at the next list; null where it has a price that nobody doubts. */
  readonly noted: Noted | null
}

/** A price that a list has lost is remembered: the next one is compared with it. */
const decide = (product: FeedProduct, stored: Row | undefined, noted: Noted | undefined): Decided => {
  const former = stored?.price ?? noted?.formerPrice ?? null
  const { number, priceText } = product
  const price = parsePrice(priceText)
  if (former === null) return { product, noted: null }
  const note = { number, priceText, price, formerPrice: former }
  if (price === null) return { product, noted: note }
  if (!isDoubtfulChange(yen(former), price)) return { product, noted: null }
  const formerText = stored?.price === null ? String(former) : (stored?.priceText ?? String(former))
  return { product: { ...product, priceText: formerText }, noted: note }
}

/**
 * A step of the transaction that stores a list, before it does: gives its products at the prices that they may be sold at, and
 * tells the owner by mail of those that are held from now on (P35).
 */
export const holdDoubtfulPrices = async (
  ctx: AppContext,
  trx: AppTransaction,
  stored: ReadonlyMap<string, Row>,
  products: readonly FeedProduct[],
): Promise<FeedProduct[]> => {
  const rows = await trx.selectFrom('heldPrice').selectAll().execute()
  const before = new Map(rows.map((row) => [row.number, row]))
  const decided = products.map((product) =>
    decide(product, stored.get(product.number), before.get(product.number)),
  )
  const listed = new Set(products.map(({ number }) => number))
  const noted = [
    ...decided.flatMap(({ noted }) => noted ?? []),
    // What has no price in the catalogue and is not listed now may be again.
    ...rows.filter(({ number, price }) => price === null && !listed.has(number)),
  ]
  await trx.deleteFrom('heldPrice').execute()
  for (const chunk of inChunks(noted)) await trx.insertInto('heldPrice').values(chunk).execute()
  const names = new Map(products.map(({ number, name }) => [number, name]))
  const news = noted.flatMap(({ number, price, formerPrice }): HeldPrice[] =>
    price === null || before.get(number)?.price === price
      ? []
      : [{ number, name: names.get(number) ?? '', price: yen(price), formerPrice: yen(formerPrice) }],
  )
  if (news.length > 0 && (await enqueueMail(ctx, trx, heldPricesMail(news, ctx.newId(), ctx.ownerEmail))))
    ctx.log.error('the owner is told of doubtful prices', { alarm: true, held: news.length })
  return decided.map(({ product }) => product)
}
