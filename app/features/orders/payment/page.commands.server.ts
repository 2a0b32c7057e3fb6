import { setTimeout as pause } from 'node:timers/promises'
import { orderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder, nextAttempt, storeSession } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { hasHolds } from '~/features/stock/queries.server.ts'
import type { Actor } from '~/kernel/actor.ts'
import { shopState } from '~/server/shop-state.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'
import { notePage, type PageOutcome } from './failing-pages.commands.server.ts'
import { closedPage } from './rules.ts'
import { idempotencyKey, sessionParameters, withoutPictures } from './session-parameters.rules.ts'
import type { PaymentPage, SessionReport } from './types.ts'

/** A key in use is free soon; rate limits need growing pauses. */
const busyPauseMs = (tries: number): number => Math.min(2_000, 150 * 2 ** tries)
const mostBroken = 2

export const checkoutActor: Actor = { kind: 'system', name: 'checkout' }

/**
 * The open payment page of a pending order, else a new one (M2). Failures get a new key, no answer the same, a refused picture once more
 * without pictures (S34); at most about 9 s.
 */
export const paymentPage = async (ctx: PaymentContext, actor: Actor, placed: Order): Promise<PaymentPage> => {
  const deadline = performance.now() + timeLimits.press
  const left = () => deadline - performance.now()
  let order = placed
  let broken = 0
  let busy = 0
  let pictures = true
  let why = 'no time left'
  let last: PageOutcome = 'busy'
  const shopId = await shopState(ctx.db, 'shop_id')
  while (left() > 0) {
    if (order.state !== 'pending') return closedPage(order)
    if (order.sessionId !== null && order.sessionUrl !== null) return presentPage(ctx, actor, order, left())
    if (order.sessionExpiresAt - ctx.now() < timeLimits.shortestSession) {
      order = await anotherAttempt(ctx, actor, order, 'too late for its page')
      continue
    }
    const full = sessionParameters(order, ctx.siteOrigin, shopId)
    const parameters = pictures ? full : withoutPictures(full)
    const outcome = await ctx.gateway.open(parameters, idempotencyKey(order, pictures), left())
    if (outcome.kind === 'opened') {
      await notePage(ctx, actor, 'made')
      return openedPage(ctx, actor, order, outcome.session)
    }
    why = outcome.why
    last = outcome.kind === 'refused' && outcome.ofKey ? 'key' : outcome.kind
    ctx.log.warn('the payment page could not be opened', { order: order.number, outcome: outcome.kind, why })
    if (outcome.kind === 'refused' && outcome.ofPicture && pictures) {
      pictures = false
      continue
    }
    if (outcome.kind === 'refused') {
      await notePage(ctx, actor, last)
      return refusedPage(ctx, actor, order, why)
    }
    if (outcome.kind === 'broken') {
      order = await anotherAttempt(ctx, actor, order, why)
      broken += 1
      if (broken > mostBroken) break
    } else {
      await pause(busyPauseMs(busy))
      busy += 1
      order = (await orderBy(ctx.db, 'id', order.id)) ?? order
    }
  }
  await notePage(ctx, actor, last)
  return { kind: 'failed', why }
}

const anotherAttempt = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  why: string,
): Promise<Order> => {
  const holds = await hasHolds(ctx.db, order.id)
  const life = holds ? timeLimits.holdingSession : timeLimits.session
  return nextAttempt(ctx, actor, order, { why, sessionExpiresAt: ctx.now() + life })
}

const openedPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  session: SessionReport,
): Promise<PaymentPage> => {
  const stored = await storeSession(ctx, actor, order, { id: session.sessionId, url: session.url })
  if (stored.state !== 'pending') return closedPage(stored)
  const url = stored.sessionUrl
  // A repeated key returns its first answer, whose page may be over.
  return url === null || session.status !== 'open'
    ? presentPage(ctx, actor, stored, timeLimits.look)
    : { kind: 'open', url }
}

/** Gives the address even when the provider cannot be asked: nobody can pay there twice. */
const presentPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  limitMs: number,
): Promise<PaymentPage> => {
  const { sessionId, sessionUrl } = order
  if (sessionId === null) return { kind: 'failed', why: 'the order has no payment page' }
  const report = await ctx.gateway.session(sessionId, Math.min(limitMs, timeLimits.look)).catch(() => null)
  if (report === null && sessionUrl !== null) return { kind: 'open', url: sessionUrl }
  if (report?.status === 'open' && sessionUrl !== null) {
    if (order.sessionExpiresAt - ctx.now() > timeLimits.enoughToPay) return { kind: 'open', url: sessionUrl }
    return endingPage(ctx, actor, order, sessionId, sessionUrl)
  }
  if (report) await recordPayment(ctx, checkoutActor, report)
  else await closeUnpaidOrder(ctx, actor, order, 'expired')
  const now = await orderBy(ctx.db, 'id', order.id)
  return now === undefined || now.state === 'pending' ? { kind: 'closed' } : closedPage(now)
}

/** Closes a page that would expire while the shopper pays. */
const endingPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  sessionId: string,
  url: string,
): Promise<PaymentPage> => {
  const expired = await ctx.gateway.expire(sessionId, timeLimits.look).catch(() => false)
  if (!expired) return { kind: 'open', url }
  await closeUnpaidOrder(ctx, actor, order, 'replaced')
  return { kind: 'closed' }
}

/** A fault of the shop or its settings, which somebody has to look at. */
const refusedPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  why: string,
): Promise<PaymentPage> => {
  ctx.log.error('the provider refused our request for a payment page', {
    order: order.number,
    why,
    alarm: true,
  })
  await closeUnpaidOrder(ctx, actor, order, 'expired')
  return { kind: 'failed', why }
}
