import { isSuperseded, supersededOrders } from '~/features/orders/open-orders.queries.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
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
import { orderSubject } from '../facts.rules.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'
import { checkoutActor } from './page.commands.server.ts'
import { closedPage } from './rules.ts'
import type { PaymentPage } from './types.ts'

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
