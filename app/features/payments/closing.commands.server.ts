import { isOvertaken, type OpenOrder, overtakenOrders } from '~/features/orders/open-orders.queries.server.ts'
import { recordPayment } from '~/features/orders/payment.commands.server.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { closeUnpaidOrder } from '~/features/orders/session.commands.server.ts'
import type { Order } from '~/features/orders/types.ts'
import type { Actor } from '~/kernel/actor.ts'
import { errorFields } from '~/server/log.ts'
import type { PaymentContext } from './page.commands.server.ts'
import { closedPage, type PaymentPage } from './rules.ts'

const looker: Actor = { kind: 'system', name: 'checkout' }

/**
 * Leaves this browser one page to pay on, that of the cart it asked for last (S9): closes the pages of the carts that
 * `order` has overtaken, and its own `page` when it was itself overtaken while that was being opened. It looks after
 * `page` was stored, so that of two pages opened at once the later one to be stored sees the other. What cannot be
 * closed now is closed at the next press, or ends by itself. `limitMs` is for one call of the provider.
 */
export const oneOpenPage = async (
  ctx: PaymentContext,
  actor: Actor,
  order: Order,
  page: PaymentPage,
  limitMs: () => number,
): Promise<PaymentPage> => {
  if (page.kind === 'failed') return page
  const formers = await overtakenOrders(ctx.db, order)
  // Side by side: one after the other, a slow provider would outlast the shopper's patience.
  await Promise.all(formers.map((former) => closePage(ctx, actor, former, limitMs)))
  if (page.kind === 'already-paid' || !(await isOvertaken(ctx.db, order))) return page
  const own = await orderBy(ctx.db, 'id', order.id)
  if (own?.state === 'pending') await closePage(ctx, actor, own, limitMs)
  const left = await orderBy(ctx.db, 'id', order.id)
  const paid = left && closedPage(left)
  return paid?.kind === 'already-paid' ? paid : { kind: 'failed', why: 'another cart was asked for since' }
}

/** A page that the provider does not close has been paid or is over: then its report counts, and no payment is lost. */
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
    if (report) await recordPayment(ctx, looker, { report, event: null, livemode: ctx.gateway.livemode })
    else await closeUnpaidOrder(ctx, actor, order, 'expired')
    ctx.wakeMail()
  } catch (error) {
    ctx.log.warn('a former payment page could not be closed', { order: order.number, ...errorFields(error) })
  }
}
