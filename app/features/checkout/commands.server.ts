import { sellableProducts } from '~/features/catalogue/queries.server.ts'
import { productNumber } from '~/features/catalogue/rules.ts'
import { type OpenOrder, otherOpenOrders } from '~/features/orders/open-orders.queries.server.ts'
import type { Order } from '~/features/orders/order.rules.ts'
import { type NewOrder, placeOrder } from '~/features/orders/placing.commands.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { errorFields } from '~/server/log.ts'
import type { CheckoutContext } from './checkout-context.server.ts'
import type { CheckoutWish } from './forms.server.ts'
import { newOrder } from './new-order.server.ts'
import { type PaymentPage, paymentPage } from './payment-page.server.ts'
import { type QuoteRefusal, quoteOf } from './quote.rules.ts'
import { sessionLifeMs } from './session-parameters.rules.ts'

/** Where the shopper goes to pay; the token opens her order. */
export interface CheckoutStarted {
  readonly url: string
  readonly orderToken: string
}

/** Why there is no payment page. After `payment-page` the order stays, and the same wish tries again. */
export type CheckoutRefusal = QuoteRefusal | { readonly why: 'payment-page' }

const expireLimitMs = 4_000

/**
 * From a cart to a payment page: prices from the catalogue, the order written first, then the provider asked (S1, S7,
 * payments A5.1-A5.2). A double click or a second tab gets the same order and page; a changed cart closes the former
 * page of this browser (S9). Answers within 10 s.
 */
export const startCheckout = async (
  ctx: CheckoutContext,
  actor: Actor,
  wish: CheckoutWish,
): Promise<Result<CheckoutStarted, CheckoutRefusal>> => {
  // What can be no number is not asked for: PostgreSQL fails on some of it, and nothing bears it anyway.
  const numbers = new Set(
    wish.cart.lines.flatMap(({ managementNumber }) => productNumber(managementNumber) ?? []),
  )
  const products = await sellableProducts(ctx.db, [...numbers])
  const quote = quoteOf(wish.cart, products, ctx.settings.cart)
  if (!quote.ok) return quote
  const browserToken = wish.browserToken ?? `once-${ctx.newId()}`
  const planned = newOrder({ ...wish, browserToken }, quote.value, ctx.settings, {
    siteOrigin: ctx.siteOrigin,
    sessionExpiresAt: ctx.now() + sessionLifeMs,
  })
  const { order, page } = await openOrder(ctx, actor, planned)
  if (page.kind === 'open') return ok({ url: page.url, orderToken: order.accessToken })
  if (page.kind === 'already-paid') {
    const url = `${ctx.siteOrigin}/success?session_id=${encodeURIComponent(page.sessionId)}`
    return ok({ url, orderToken: order.accessToken })
  }
  return refused({ why: 'payment-page' })
}

/** The order and its page; an order whose page is over is closed by now, and a second one takes its place. */
const openOrder = async (
  ctx: CheckoutContext,
  actor: Actor,
  planned: NewOrder,
): Promise<{ order: Order; page: PaymentPage }> => {
  for (let last = false; ; last = true) {
    const { order, isNew } = await placeOrder(ctx, actor, planned)
    const [page] = await Promise.all([
      paymentPage(ctx, order),
      isNew ? closeFormerPages(ctx, order) : undefined,
    ])
    if (page.kind !== 'closed' || last) return { order, page }
  }
}

/**
 * Closes the pages that this browser opened for other carts, so that nobody pays an old one beside the new (S9). One
 * that has been paid meanwhile stays. What fails here is left to the reconciliation.
 */
const closeFormerPages = async (ctx: CheckoutContext, order: Order): Promise<void> => {
  const formers = await otherOpenOrders(ctx.db, order)
  // Side by side: one after the other, a slow provider would outlast the shopper's patience.
  await Promise.all(formers.map((former) => closeFormerPage(ctx, former)))
}

const closeFormerPage = async (ctx: CheckoutContext, former: OpenOrder): Promise<void> => {
  if (former.sessionId === null) return
  try {
    const expired = await ctx.gateway.expire(former.sessionId, expireLimitMs)
    if (expired) await closeUnpaidOrder(ctx, { kind: 'system', name: 'checkout' }, former, 'replaced')
  } catch (error) {
    ctx.log.warn('a former payment page could not be closed', {
      order: former.number,
      ...errorFields(error),
    })
  }
}
