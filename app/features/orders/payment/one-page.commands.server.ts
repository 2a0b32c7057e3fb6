import { isSuperseded, supersededOrders } from '~/features/orders/open-orders.queries.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { OpenOrder, Order } from '~/features/orders/types.ts'
import { hasHolds } from '~/features/stock/queries.server.ts'
import { type Actor, type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { actOnce, isFirstSent } from '~/server/audit.ts'
import { errorFields } from '~/server/log.ts'
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

export type EndPageFailure = 'not-found' | 'other-content' | 'paid' | 'no-answer'

const endLimitMs = () => timeLimits.look

/** 戻す: closes the payment page of an order that holds cloth before the cloth is released (K6); refused when paid or unanswered. */
export const endPaymentPage = async (
  ctx: PaymentContext,
  actor: DeskActor,
  { requestId, number }: { readonly requestId: string; readonly number: string },
): Promise<Result<null, EndPageFailure>> => {
  if (!isShopOwner(actor)) return refused('not-found')
  const order = await orderBy(ctx.db, 'orderNumber', number)
  if (order === undefined) return refused('not-found')
  const holds = order.state === 'pending' && (await hasHolds(ctx.db, order.id))
  if (holds && (await isFirstSent(ctx, requestId))) {
    if (order.sessionId === null) await closeUnpaidOrder(ctx, actor, order, 'expired')
    else await closePage(ctx, actor, order, endLimitMs)
  }
  const form = { requestId, content: number }
  return actOnce(
    ctx,
    actor,
    'stock.release',
    form,
    () => null,
    async (trx) => {
      const state = (await orderBy(trx, 'id', order.id))?.state
      if (state === 'pending') return refused('no-answer')
      if (state !== 'expired') return refused('paid')
      return ok({ answer: null, subject: `order:${order.id}`, after: { released: true } })
    },
  )
}
