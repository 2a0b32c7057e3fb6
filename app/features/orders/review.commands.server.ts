import type { Actor } from '~/kernel/actor.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { OrderContext } from './commands.server.ts'
import { reviewMailForOwner } from './mails.rules.ts'
import { noteHappening } from './order-history.server.ts'
import { lockedOrderBy } from './queries.server.ts'

/** Tells the owner, once, of an order that is paid here and not at the provider. The order stays as it is. */
export const reportMissingPayment = (ctx: OrderContext, actor: Actor, orderId: string): Promise<void> =>
  inTransaction(ctx.db, async (trx) => {
    const order = await lockedOrderBy(trx, 'id', orderId)
    if (order === undefined || order.reviewReason !== null) return
    const reason = 'not-listed'
    ctx.log.error('a paid order is not known at the provider', { order: order.number, alarm: true })
    await trx.updateTable('orders').set({ reviewReason: reason }).where('id', '=', orderId).execute()
    await noteHappening(ctx, trx, actor, orderId, 'needs_review', reason)
    await enqueueMail(ctx, trx, reviewMailForOwner(order, null, reason, ctx))
  })
