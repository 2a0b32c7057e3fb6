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

/** `payment-page` may be tried again. */
export type StartRefusal = { readonly why: 'payment-page' } | HoldRefusal

const mostAttempts = 4

/**
 * The order is written before the provider is asked (S7, M1, M2). A repeated request gets the same page, a changed cart closes the
 * former one (S9). Refused without a page, to be repeated, or without cloth, with nothing written (K4).
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

/** A page that holds cloth ends earlier (K6). */
const pageLifeMs = async ({ db }: PaymentContext, { totals }: Quote): Promise<number> => {
  const numbers = totals.lines.map(({ item }) => item.managementNumber)
  return (await hasCounted(db, numbers)) ? timeLimits.holdingSession : timeLimits.session
}

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
