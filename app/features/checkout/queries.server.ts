import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { shopClosure } from '~/features/catalogue/closing.queries.server.ts'
import { hasUncertainPrices, sellableProducts } from '~/features/catalogue/queries.server.ts'
import { productNumber } from '~/features/catalogue/rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { isPaid, type PaymentStatus, paymentStatusOf } from '~/features/orders/rules.ts'
import { type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import type { PaymentGateway } from './payment-gateway.server.ts'
import { type ClaimedCart, type Quote, type QuoteRefusal, quoteOf } from './quote.rules.ts'

/** Why a cart cannot be sold as it is claimed. */
export type CartRefusal = QuoteRefusal | { readonly why: 'closed' | 'prices-uncertain' }

/**
 * Prices a claimed cart anew from the catalogue and compares (S1): what it may be sold for at `now`, or why it may not.
 */
export const cartQuote = async (
  db: Kysely<Schema>,
  cart: ClaimedCart,
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

const sessionIdForm = /^cs_[A-Za-z0-9_]{1,63}$/
const lookLimitMs = 3_000

/**
 * What /success may know of a payment by its session id (S13, S14): no details. Only reads. While our order is still
 * pending the provider is asked, for its event may be late; if it cannot be asked, or must not be (`gateway` null), the
 * answer is `waiting`.
 */
export const paymentStatus = async (
  db: Kysely<Schema>,
  gateway: Pick<PaymentGateway, 'session'> | null,
  sessionId: string,
): Promise<PaymentStatus> => {
  if (!sessionIdForm.test(sessionId)) return 'unknown'
  const order = await orderBy(db, 'sessionId', sessionId)
  if (order === undefined) return 'unknown'
  if (order.state !== 'pending') return paymentStatusOf(order.state)
  if (gateway === null) return 'waiting'
  const report = await gateway.session(sessionId, lookLimitMs).catch(() => null)
  if (report === null) return 'waiting'
  if (report === undefined || report.status !== 'complete') return 'unpaid'
  return isPaid(report) ? 'paid' : 'waiting'
}
