import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { hasUncertainPrices, sellableProducts, shopClosure } from '~/features/catalogue/queries.server.ts'
import { productNumber } from '~/features/catalogue/rules.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { type Quote, type QuoteRefusal, quoteOf, type SubmittedCart } from './rules.ts'

/** Why a cart cannot be sold as it was submitted. */
export type CartRefusal = QuoteRefusal | { readonly why: 'closed' | 'prices-uncertain' }

/**
 * Prices a submitted cart anew from the catalogue and compares (S1): what it may be sold for at `now`, or why it may not.
 */
export const cartQuote = async (
  db: Kysely<Schema>,
  cart: SubmittedCart,
  terms: CartTerms,
  now: number,
): Promise<Result<Quote, CartRefusal>> => {
  if ((await shopClosure(db)) !== null) return refused({ why: 'closed' })
  // What can be no number is not asked for: PostgreSQL fails on some of it, and nothing bears it anyway.
  const numbers = new Set(cart.lines.flatMap(({ managementNumber }) => productNumber(managementNumber) ?? []))
  const products = await sellableProducts(db, [...numbers])
  if (await hasUncertainPrices(db, products.values(), now)) return refused({ why: 'prices-uncertain' })
  return quoteOf(cart, products, terms)
}
