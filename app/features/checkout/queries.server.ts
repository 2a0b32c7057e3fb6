import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { hasUncertainPrices, sellableProducts, shopClosure } from '~/features/products/queries.server.ts'
import { productNumber } from '~/features/products/rules.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Quote, type QuoteRefusal, quoteOf, type SubmittedCart } from './rules.ts'

export type CartRefusal = QuoteRefusal | { readonly why: 'closed' | 'prices-uncertain' }

/** Prices a submitted cart from today's products and compares (S1); `now` is epoch ms. */
export const cartQuote = async (
  db: Kysely<Schema>,
  cart: SubmittedCart,
  terms: CartTerms,
  now: number,
): Promise<Result<Quote, CartRefusal>> => {
  if ((await shopClosure(db, now)) !== null) return refused({ why: 'closed' })
  // PostgreSQL fails on some texts that cannot be numbers.
  const numbers = new Set(cart.lines.flatMap(({ managementNumber }) => productNumber(managementNumber) ?? []))
  const products = await sellableProducts(db, [...numbers])
  if (await hasUncertainPrices(db, products.values(), now)) return refused({ why: 'prices-uncertain' })
  return quoteOf(cart, products, terms)
}
