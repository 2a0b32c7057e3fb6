import { isSuperseded, supersededOrders } from '~/features/orders/open-orders.queries.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
import type { OpenOrder, Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { errorFields } from '~/server/log.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'
import { checkoutActor } from './page.commands.server.ts'
import { closedPage } from './rules.ts'
import type { PaymentPage } from './types.ts'

/**
 * Leaves this browser one page to pay on, that of the cart it asked for last (S9): closes the pages of the carts that
 * `order` has superseded, and its own `page` when it was itself superseded in the meantime. To be called when `page` is
 * stored: of two pages opened at once the later one sees the other. `limitMs` is for one call of the provider.
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
  // At once: one after the other would take too long with a slow provider.
  await Promise.all(formers.map((former) => closePage(ctx, actor, former, limitMs)))
  if (page.kind === 'already-paid' || !(await isSuperseded(ctx.db, order))) return page
  const own = await orderBy(ctx.db, 'id', order.id)
  if (own?.state === 'pending') await closePage(ctx, actor, own, limitMs)
  const left = await orderBy(ctx.db, 'id', order.id)
  const paid = left && closedPage(left)
  return paid?.kind === 'already-paid' ? paid : { kind: 'failed', why: 'another cart was asked for since' }
}

/** A page that the provider does not close has been paid or is over: then its report counts. */
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
