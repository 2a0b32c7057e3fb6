import { setTimeout as pause } from 'node:timers/promises'
import type { OrderContext } from '~/features/orders/commands.server.ts'
import { recordPayment } from '~/features/orders/payment.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import type { SessionReport } from '~/features/orders/rules.ts'
import { closeUnpaidOrder, nextAttempt, storeSession } from '~/features/orders/session.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { closedPage, type PaymentPage } from './rules.ts'
import { idempotencyKey, sessionLifeMs, sessionParameters } from './session-parameters.rules.ts'
import type { PaymentGateway } from './stripe.server.ts'

/** What payments need: that of the orders, and the payment provider. */
export interface PaymentContext extends OrderContext {
  readonly gateway: PaymentGateway
}

/** All of it must be over before the shopper's patience and the request's limit are, in ms. */
const patienceMs = 9_000
/** A key that is in use is free again soon; a provider that is asked too often wants longer and longer pauses. */
const busyPauseMs = (tries: number): number => Math.min(2_000, 150 * 2 ** tries)
const mostBroken = 2
const lookLimitMs = 3_000
/** The provider opens no page for less than 30 minutes; an order that comes back later gets a new key and time. */
const shortestLifeMs = 35 * 60_000
/** A page that is given again must be open for so long. */
const enoughToPayMs = 10 * 60_000

const looker: Actor = { kind: 'system', name: 'checkout' }

/**
 * The payment page of a pending order: the one it has if that is still open, else a new one (payments A5.2). A provider
 * that fails gets a new key, one that does not answer the same key again. Answers within about 9 s.
 */
export const paymentPage = async (ctx: PaymentContext, actor: Actor, placed: Order): Promise<PaymentPage> => {
  const deadline = performance.now() + patienceMs
  const left = () => deadline - performance.now()
  let order = placed
  let broken = 0
  let busy = 0
  let why = 'no time left'
  while (left() > 0) {
    if (order.state !== 'pending') return closedPage(order)
    if (order.sessionId !== null && order.sessionUrl !== null) return presentPage(ctx, actor, order, left())
    if (order.sessionExpiresAt - ctx.now() < shortestLifeMs) {
      order = await anotherAttempt(ctx, actor, order, 'too late for its page')
      continue
    }
    const outcome = await ctx.gateway.open(
      sessionParameters(order, ctx.siteOrigin),
      idempotencyKey(order),
      left(),
    )
    if (outcome.kind === 'opened') return openedPage(ctx, actor, order, outcome.session)
    why = outcome.why
    ctx.log.warn('the payment page could not be opened', { order: order.number, outcome: outcome.kind, why })
    if (outcome.kind === 'refused') return refusedPage(ctx, actor, order, why)
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
  return { kind: 'failed', why }
}

const anotherAttempt = (ctx: PaymentContext, actor: Actor, order: Order, why: string): Promise<Order> =>
  nextAttempt(ctx, actor, order, { why, sessionExpiresAt: ctx.now() + sessionLifeMs })

const openedPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  session: SessionReport,
): Promise<PaymentPage> => {
  ctx.reached('session created')
  const stored = await storeSession(ctx, actor, order, { id: session.sessionId, url: session.url })
  if (stored.state !== 'pending') return closedPage(stored)
  const url = stored.sessionUrl
  // A repeated key gives the first answer again: by now the page may be over.
  return url === null || session.status !== 'open'
    ? presentPage(ctx, actor, stored, lookLimitMs)
    : { kind: 'open', url }
}

/**
 * The page that an order has already, after a look whether it is still open. When the provider cannot be asked, the
 * address is given all the same: it says itself when it is over, and nobody can pay there twice.
 */
const presentPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  limitMs: number,
): Promise<PaymentPage> => {
  const { sessionId, sessionUrl } = order
  if (sessionId === null) return { kind: 'failed', why: 'the order has no payment page' }
  const report = await ctx.gateway.session(sessionId, Math.min(limitMs, lookLimitMs)).catch(() => null)
  if (report === null && sessionUrl !== null) return { kind: 'open', url: sessionUrl }
  if (report?.status === 'open' && sessionUrl !== null) {
    if (order.sessionExpiresAt - ctx.now() > enoughToPayMs) return { kind: 'open', url: sessionUrl }
    return endingPage(ctx, actor, order, sessionId, sessionUrl)
  }
  if (report) await recordPayment(ctx, looker, { report, event: null, livemode: ctx.gateway.livemode })
  else await closeUnpaidOrder(ctx, actor, order, 'expired')
  ctx.wakeMail()
  const now = await orderBy(ctx.db, 'id', order.id)
  return now === undefined || now.state === 'pending' ? { kind: 'closed' } : closedPage(now)
}

/** A page that ends while somebody looks for her card is of no use: it is closed, and a new one takes its place. */
const endingPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  sessionId: string,
  url: string,
): Promise<PaymentPage> => {
  const expired = await ctx.gateway.expire(sessionId, lookLimitMs).catch(() => false)
  if (!expired) return { kind: 'open', url }
  await closeUnpaidOrder(ctx, actor, order, 'replaced')
  return { kind: 'closed' }
}

/** The provider does not accept what we ask: a fault of ours or of the settings, so somebody has to look. */
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
