import { z } from 'zod'
import { productOfRow } from '~/features/products/columns.queries.server.ts'
import { productFacts, productSubject } from '~/features/products/facts.rules.ts'
import { writeOwnProducts } from '~/features/products/own-products.commands.server.ts'
import { fieldOf, versionOf } from '~/kernel/form.ts'
import { formatNumber, type Yen, yen } from '~/kernel/money.ts'
import { ok, refused } from '~/kernel/result.ts'
import { typedPrice } from '~/kernel/typed-money.ts'
import { lockTable } from '~/server/database/engine.ts'
import { defineAct, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { deskProduct, storedProduct } from './queries.server.ts'
import { type ProductDeskFailure, productDeskRefusals } from './texts.ts'
import { priceText } from './typed.queries.server.ts'

interface PriceForm {
  readonly number: string
  readonly version: number
  readonly price: Yen
}

/**
 * Changes a product's price where the list shows it; a doubtful one waits for the owner as any typed one does (N43). Undone by typing
 * the former one.
 */
export const setPriceInList = defineAct({
  name: 'product.price',
  words: '商品の価格を変えました',
  subject: productSubject,
  facts: { priceText: productFacts.priceText, waitingPrice: productFacts.waitingPrice },
  who: 'owner',
  form: ({ form }: Opened<unknown>): Read<PriceForm> => {
    const price = typedPrice(fieldOf(form, 'price', 100))
    if (price === null) return refused({ price: priceText('kit') })
    return ok({ number: fieldOf(form, 'number', 200), version: versionOf(form), price })
  },
  refusals: productDeskRefusals,
  answer: z.object({ held: z.boolean() }),
  present: async ({ form, ctx }) => {
    const product = await deskProduct(ctx.db, fieldOf(form, 'number', 200))
    if (product === undefined) return undefined
    const now = product.price ?? product.heldPrice?.price
    return {
      version: product.version,
      values: { price: now === undefined ? product.priceText : `${formatNumber(yen(now))}円` },
      labels: { price: '価格' },
      isAnew: true,
    }
  },
  run: async (trx, { ctx, form: { number, version, price } }) => {
    await lockTable(trx, 'product')
    const row = await storedProduct(trx, number)
    if (row === undefined) return refused<ProductDeskFailure>('no-product')
    if (row.source === 'feed') return refused<ProductDeskFailure>('not-own')
    if (row.updatedAt !== version) return refused<ProductDeskFailure>('stale')
    if (row.type === 'fabric' && price === 0) return refused<ProductDeskFailure>('free-fabric')
    const product = { ...productOfRow(row), priceText: String(price) }
    const held = (await writeOwnProducts(trx, ctx.now(), [{ product, row }])).has(number)
    return ok({
      answer: { held },
      subject: subjectOf(productSubject, number),
      before: { priceText: row.priceText },
      after: { priceText: held ? row.priceText : String(price), waitingPrice: held ? price : null },
    })
  },
})
