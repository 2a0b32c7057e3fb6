import { setTimeout as pause } from 'node:timers/promises'
import { orderSubject } from '~/features/orders/facts.rules.ts'
import { isSuperseded, orderBy, supersededOrders } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder, nextAttempt, storeSession } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { OpenOrder, Order } from '~/features/orders/types.ts'
import { hasHolds } from '~/features/stock/queries.server.ts'
import { stockRefusals } from '~/features/stock/texts.ts'
import type { Actor } from '~/kernel/actor.ts'
import { fieldOf } from '~/kernel/form.ts'
import { ok, refused } from '~/kernel/result.ts'
import { isFirstSent } from '~/server/audit.ts'
import { defineAct, noAnswer, type Opened, type Read, subjectOf } from '~/server/desk-act.ts'
import { errorFields } from '~/server/log.ts'
import { shopState } from '~/server/shop-state.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'
import { notePage, type PageOutcome } from './failing-pages.commands.server.ts'
import { closedPage } from './rules.ts'
import { idempotencyKey, sessionParameters, withoutPictures } from './session-parameters.rules.ts'
import type { PaymentPage, SessionReport } from './types.ts'

/**
 * Leaves a browser one payment page, that of its last cart (S9): closes the pages of superseded orders, and its own `page` if that
 * was superseded meanwhile. Call it after `page` is stored. `limitMs` is for one call of the provider.
 */
export const oneOpenPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  page: PaymentPage,
  limitMs: () => number,
): Promise<PaymentPage> => {
  if (page.kind === 'failed') return page
  const formers = await supersededOrders(ctx.db, order)
  // In parallel, because a slow provider would add up.
  await Promise.all(formers.map((former) => closePage(ctx, actor, former, limitMs)))
  if (page.kind === 'already-paid' || !(await isSuperseded(ctx.db, order))) return page
  const own = await orderBy(ctx.db, 'id', order.id)
  if (own?.state === 'pending') await closePage(ctx, actor, own, limitMs)
  const left = await orderBy(ctx.db, 'id', order.id)
  const paid = left && closedPage(left)
  return paid?.kind === 'already-paid' ? paid : { kind: 'failed', why: 'another cart was asked for since' }
}

/** If the provider does not close a page, its report tells what became of it. */
const closePage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: OpenOrder,
  limitMs: () => number,
): Promise<void> => {
  const { sessionId } = order
  if (sessionId === null) return
  try {
    if (await ctx.gateway.expire(sessionId, limitMs())) {
      await closeUnpaidOrder(ctx, actor, order, 'replaced')
      return
    }
    const report = await ctx.gateway.session(sessionId, limitMs())
    if (report) await recordPayment(ctx, checkoutActor, report)
    else await closeUnpaidOrder(ctx, actor, order, 'expired')
  } catch (error) {
    ctx.log.warn('a former payment page could not be closed', { order: order.number, ...errorFields(error) })
  }
}

const endLimitMs = () => timeLimits.look

/** 戻す: closes the payment page of an order that holds cloth before the cloth is released (K6); refused when paid or unanswered. */
export const endPaymentPage = defineAct({
  name: 'stock.release',
  words: 'お支払い中のお取り置きを戻しました',
  done: 'お取り置きを戻しました。',
  subject: orderSubject,
  facts: { released: null },
  who: 'owner',
  form: ({ form }: Opened<object, PaymentContext>): Read<{ readonly number: string }> =>
    ok({ number: fieldOf(form, 'order', 20) }),
  refusals: stockRefusals,
  content: ({ number }) => number,
  answer: noAnswer,
  prepare: async ({ ctx, actor, form }) => {
    const order = await orderBy(ctx.db, 'orderNumber', form.number)
    if (order === undefined) return refused('not-found')
    const holds = order.state === 'pending' && (await hasHolds(ctx.db, order.id))
    if (holds && (await isFirstSent(ctx, form.requestId))) {
      if (order.sessionId === null) await closeUnpaidOrder(ctx, actor, order, 'expired')
      else await closePage(ctx, actor, order, endLimitMs)
    }
    return ok(form)
  },
  run: async (trx, { form: { number } }) => {
    const order = await orderBy(trx, 'orderNumber', number)
    if (order === undefined) return refused('not-found')
    if (order.state === 'pending') return refused('no-answer')
    if (order.state !== 'expired') return refused('paid')
    return ok({ answer: null, subject: subjectOf(orderSubject, order.id), after: { released: true } })
  },
})

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
