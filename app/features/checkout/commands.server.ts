import { placeOrder } from '~/features/orders/commands.server.ts'
import { preferOrder } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { NewOrder, Order } from '~/features/orders/types.ts'
import type { PaymentContext } from '~/features/payments/commands.server.ts'
import { oneOpenPage } from '~/features/payments/one-page.commands.server.ts'
import { paymentPage } from '~/features/payments/page.commands.server.ts'
import type { PaymentPage } from '~/features/payments/types.ts'
import type { HoldRefusal } from '~/features/stock/holds.commands.server.ts'
import { hasCounted } from '~/features/stock/queries.server.ts'
import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CheckoutInput } from './form.server.ts'
import { newOrder } from './new-order.server.ts'
import type { Quote } from './rules.ts'

export interface CheckoutStarted {
  readonly url: string
  readonly orderToken: string
}

/** Why there is no payment page; `payment-page` may be tried again. */
export type StartRefusal = { readonly why: 'payment-page' } | HoldRefusal

/** Another attempt follows where another tab was quicker, or a page had just expired. */
const mostAttempts = 4

/**
 * From a quoted cart to a payment page within 10 s: the order is written first, then the provider is asked (S7, M1, M2). A
 * repeated request gets the same order and page, a changed cart closes the browser's former page (S9). Refuses when there
 * is no page: the order stays, and the same request may be retried; and when a piece of cloth is missing: then nothing is written (K4).
 */
export const startCheckout = async (
  ctx: PaymentContext,
  actor: Actor,
  input: CheckoutInput,
  quote: Quote,
): Promise<Result<CheckoutStarted, StartRefusal>> => {
  const browserToken = input.browserToken ?? `once-${ctx.newId()}`
  const planned = newOrder({ ...input, browserToken }, quote, ctx.settings, {
    siteOrigin: ctx.siteOrigin,
    sessionExpiresAt: ctx.now() + (await pageLifeMs(ctx, quote)),
  })
  const opened = await openOrder(ctx, actor, planned)
  if (!opened.ok) return opened
  const { order, page } = opened.value
  if (page.kind === 'open') return ok({ url: addressOf(ctx, page.url), orderToken: order.accessToken })
  if (page.kind === 'already-paid') {
    const url = `${ctx.siteOrigin}${href('/success', { session_id: page.sessionId })}`
    return ok({ url, orderToken: order.accessToken })
  }
  return refused({ why: 'payment-page' })
}

/** While it holds cloth a payment page lives shorter (K6). */
const pageLifeMs = async ({ db }: PaymentContext, { totals }: Quote): Promise<number> => {
  const numbers = totals.lines.map(({ item }) => item.managementNumber)
  return (await hasCounted(db, numbers)) ? timeLimits.holdingSession : timeLimits.session
}

/** A demo's payment page is at every address of the demo: the shopper gets it at hers. */
const addressOf = (ctx: PaymentContext, url: string): string => {
  if (!ctx.demo) return url
  const { pathname, search } = new URL(url)
  return `${ctx.siteOrigin}${pathname}${search}`
}

/** An order whose page has expired, or that another request superseded, is replaced by a new one. */
const openOrder = async (
  ctx: PaymentContext,
  actor: Actor,
  planned: NewOrder,
): Promise<Result<{ order: Order; page: PaymentPage }, HoldRefusal>> => {
  const deadline = performance.now() + timeLimits.press
  const closingLimitMs = () =>
    Math.max(timeLimits.shortestClosing, Math.min(timeLimits.longestClosing, deadline - performance.now()))
  for (let attempt = 1; ; attempt += 1) {
    const placed = await placeOrder(ctx, actor, planned)
    if (!placed.ok) return placed
    const order = placed.value
    const page: PaymentPage = (await preferOrder(ctx, actor, order))
      ? await oneOpenPage(ctx, actor, order, await paymentPage(ctx, actor, order), closingLimitMs)
      : { kind: 'closed' }
    if (page.kind !== 'closed' || attempt === mostAttempts) return ok({ order, page })
  }
}
