import type { Selectable } from 'kysely'
import type { HeldPriceTable, ProductTable } from '#db/schema.ts'
import { nameWithColour } from '~/features/products/description.rules.ts'
import { formerPriceIn, type HeldPrice, priceToHold } from '~/features/products/price-guard.rules.ts'
import { parsePrice, yen } from '~/kernel/money.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { AppTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { FeedProduct } from './feed-rows.server.ts'
import { heldPricesMail } from './held-prices.texts.ts'

type Row = Pick<Selectable<ProductTable>, 'price' | 'priceText'>
type Noted = Selectable<HeldPriceTable>

interface Decided {
  readonly product: FeedProduct
  /** What to remember for the next feed; null when the price is certain. */
  readonly noted: Noted | null
}

/** A price that a list has lost is remembered, to compare the next one with it. */
const decide = (product: FeedProduct, stored: Row | undefined, noted: Noted | undefined): Decided => {
  const former = stored?.price ?? formerPriceIn(noted?.formerPrice ?? null)
  const { number, priceText } = product
  const price = parsePrice(priceText)
  const note = priceToHold({ number, former, price, priceText })
  if (note === null) return { product, noted: null }
  const held = { ...note, keptAt: noted?.price === price ? (noted?.keptAt ?? null) : null }
  if (price === null) return { product, noted: held }
  const formerText = stored?.price === null ? String(former) : (stored?.priceText ?? String(former))
  return { product: { ...product, priceText: formerText }, noted: held }
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
  const names = new Map(
    products.map((product) => [product.number, nameWithColour({ ...product, type: 'fabric' })]),
  )
  const news = noted.flatMap(({ number, price, formerPrice }): HeldPrice[] =>
    price === null || before.get(number)?.price === price
      ? []
      : [{ number, name: names.get(number) ?? '', price: yen(price), formerPrice: yen(formerPrice) }],
  )
  if (news.length > 0 && (await enqueueMail(ctx, trx, heldPricesMail(news, ctx.newId(), ctx))))
    ctx.log.error('the owner is told of doubtful prices', { alarm: true, held: news.length })
  return decided.map(({ product }) => product)
}
