import { placeOrder } from '~/features/orders/commands.server.ts'
import { preferOrder } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { NewOrder, Order } from '~/features/orders/types.ts'
import type { PaymentContext } from '~/features/payments/commands.server.ts'
import { oneOpenPage, paymentPage } from '~/features/payments/page.commands.server.ts'
import type { PaymentPage } from '~/features/payments/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CheckoutInput } from './form.server.ts'
import { newOrder } from './new-order.server.ts'
import type { Quote } from './rules.ts'

/** Where the shopper goes to pay; the token opens her order. */
export interface CheckoutStarted {
  readonly url: string
  readonly orderToken: string
}

/** Each further round means that another tab was quicker, or that a page was over when it was looked at. */
const mostRounds = 4

/**
 * From a quoted cart to a payment page: the order written first, then the provider asked (S7, M1, M2). A double
 * click or a second tab gets the same order and page; a changed cart closes the former page of this browser, and of
 * several carts at once the one asked for last gets its page (S9). Refuses when there is no page: the order stays, and the
 * same request tries again. Answers within 10 s.
 */
export const startCheckout = async (
  ctx: PaymentContext,
  actor: Actor,
  input: CheckoutInput,
  quote: Quote,
): Promise<Result<CheckoutStarted, 'payment-page'>> => {
  const browserToken = input.browserToken ?? `once-${ctx.newId()}`
  const planned = newOrder({ ...input, browserToken }, quote, ctx.settings, {
    siteOrigin: ctx.siteOrigin,
    sessionExpiresAt: ctx.now() + timeLimits.session,
  })
  const { order, page } = await openOrder(ctx, actor, planned)
  if (page.kind === 'open') return ok({ url: addressOf(ctx, page.url), orderToken: order.accessToken })
  if (page.kind === 'already-paid') {
    const url = `${ctx.siteOrigin}/success?session_id=${encodeURIComponent(page.sessionId)}`
    return ok({ url, orderToken: order.accessToken })
  }
  return refused('payment-page')
}

/** The practice page stands at every address of its demo: the shopper gets it at the one where she is. */
const addressOf = (ctx: PaymentContext, url: string): string => {
  if (!ctx.demo) return url
  const { pathname, search } = new URL(url)
  return `${ctx.siteOrigin}${pathname}${search}`
}

/**
 * The order and its page. An order whose page is over, or that another press superseded before this one could, is closed
 * or to be closed by now, and a new one takes its place.
 */
const openOrder = async (
  ctx: PaymentContext,
  actor: Actor,
  planned: NewOrder,
): Promise<{ order: Order; page: PaymentPage }> => {
  const deadline = performance.now() + timeLimits.press
  const closingLimitMs = () =>
    Math.max(timeLimits.shortestClosing, Math.min(timeLimits.longestClosing, deadline - performance.now()))
  for (let round = 1; ; round += 1) {
    const order = await placeOrder(ctx, actor, planned)
    const page: PaymentPage = (await preferOrder(ctx, actor, order))
      ? await oneOpenPage(ctx, actor, order, await paymentPage(ctx, actor, order), closingLimitMs)
      : { kind: 'closed' }
    if (page.kind !== 'closed' || round === mostRounds) return { order, page }
  }
}
