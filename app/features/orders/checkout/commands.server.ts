import { placeOrder } from '~/features/orders/commands.server.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { oneOpenPage, paymentPage } from '~/features/orders/payment/page.commands.server.ts'
import type { PaymentPage } from '~/features/orders/payment/types.ts'
import { isSuperseded, orderBy, supersededOrders } from '~/features/orders/queries.server.ts'
import { preferOrder } from '~/features/orders/session.commands.server.ts'
import { wantedPieces } from '~/features/orders/standing.rules.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { NewOrder, Order } from '~/features/orders/types.ts'
import type { HoldRefusal } from '~/features/stock/holds.commands.server.ts'
import { holdsAllOf } from '~/features/stock/queries.server.ts'
import { href } from '~/href.ts'
import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'

export interface CheckoutStarted {
  readonly url: string
  readonly orderToken: string
}

/** `payment-page` may be tried again. */
export type StartRefusal = { readonly why: 'payment-page' } | HoldRefusal

const mostAttempts = 4

/**
 * The browser's open payment page for just this cart (S9), or null. Writes no order, claims nothing and opens no page; beyond a few
 * looks a minute the provider is not asked again.
 */
export const ownOpenPage = async (
  ctx: PaymentContext,
  actor: Actor,
  planned: NewOrder,
): Promise<CheckoutStarted | null> => {
  const order = await orderBy(ctx.db, 'openKey', planned.openKey)
  if (order?.sessionUrl == null) return null
  if (order.sessionExpiresAt - ctx.now() <= timeLimits.enoughToPay) return null
  if (!(await holdsAllOf(ctx.db, order.id, wantedPieces(order)))) return null
  if (await isSuperseded(ctx.db, order)) return null
  // A former page that was left open is closed on the long way (S9).
  if ((await supersededOrders(ctx.db, order)).length > 0) return null
  const page = await paymentPage(askingSeldom(ctx), actor, order)
  return page.kind === 'open' || page.kind === 'already-paid' ? startedWith(ctx, order, page) : null
}

/**
 * The order is written before the provider is asked (S7, M1, M2). A repeated request gets the same page, a changed cart closes the
 * former one (S9). Refused without a page, to be repeated, or without cloth, with nothing written (K4).
 */
export const startCheckout = async (
  ctx: PaymentContext,
  actor: Actor,
  planned: NewOrder,
): Promise<Result<CheckoutStarted, StartRefusal>> => {
  const opened = await openOrder(ctx, actor, planned)
  if (!opened.ok) return opened
  const { order, page } = opened.value
  if (page.kind === 'open' || page.kind === 'already-paid') return ok(startedWith(ctx, order, page))
  return refused({ why: 'payment-page' })
}

const startedWith = (
  ctx: PaymentContext,
  { accessToken: orderToken }: Order,
  page: Extract<PaymentPage, { kind: 'open' | 'already-paid' }>,
): CheckoutStarted =>
  page.kind === 'open'
    ? { url: addressOf(ctx, page.url), orderToken }
    : { url: `${ctx.siteOrigin}${href('/success', { session_id: page.sessionId })}`, orderToken }

const looksOfPage = {
  name: 'open-page',
  spanMs: 60_000,
  perClient: 6,
  perNetwork: Number.POSITIVE_INFINITY,
  together: Number.POSITIVE_INFINITY,
} as const

/** Whoever presses again and again for her page costs the provider no more than a few calls. */
const askingSeldom = (ctx: PaymentContext): PaymentContext => ({
  ...ctx,
  gateway: {
    ...ctx.gateway,
    session: async (sessionId, limitMs) => {
      if (ctx.calls.waitOfClient(looksOfPage, sessionId, ctx.now()) > 0)
        throw new Error('the page was just looked at')
      return ctx.gateway.session(sessionId, limitMs)
    },
  },
})

/** A demo has several addresses; its payment page is shown at the shopper's. */
const addressOf = (ctx: PaymentContext, url: string): string => {
  if (!ctx.demo) return url
  const { pathname, search } = new URL(url)
  return `${ctx.siteOrigin}${pathname}${search}`
}

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
