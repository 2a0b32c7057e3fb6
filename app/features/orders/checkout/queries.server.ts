import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { hasUncertainPrices, sellableProducts, shopClosure } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { stockForBrowser } from '~/features/stock/queries.server.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Quote, type QuoteRefusal, quoteOf, type SubmittedCart, withShortLines } from './rules.ts'

export type CartRefusal = QuoteRefusal | { readonly why: 'closed' | 'prices-uncertain' }

/** Prices a submitted cart from today's products and compares (S1); `now` is epoch ms. What differs is told with the stock that is short (C23). */
export const cartQuote = async (
  db: Kysely<Schema>,
  { cart, browserToken }: { readonly cart: SubmittedCart; readonly browserToken: string | null },
  terms: CartTerms,
  now: number,
): Promise<Result<Quote, CartRefusal>> => {
  if ((await shopClosure(db, now)) !== null) return refused({ why: 'closed' })
  // PostgreSQL fails on some texts that cannot be numbers.
  const numbers = new Set(cart.lines.flatMap(({ managementNumber }) => productNumber(managementNumber) ?? []))
  const products = await sellableProducts(db, [...numbers])
  if (await hasUncertainPrices(db, products.values(), now)) return refused({ why: 'prices-uncertain' })
  const quote = quoteOf(cart, products, terms)
  if (quote.ok || quote.error.why !== 'changed') return quote
  const { lines, differences } = quote.error
  const stock = await stockForBrowser(db, [...products.keys()], browserToken)
  const short = stock.filter(({ number, most }) =>
    lines.some(({ item }) => item.managementNumber === number && item.quantity > most),
  )
  return refused({ ...quote.error, differences: withShortLines(differences, lines, short) })
}
