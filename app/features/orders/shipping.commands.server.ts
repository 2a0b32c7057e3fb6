import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import { shippedMail } from './buyer-mails.rules.ts'
import type { OrderContext } from './commands.server.ts'
import { noteHappening } from './order-history.server.ts'
import { orderNumberTyped } from './order-number.rules.ts'
import { lockedOrderBy } from './queries.server.ts'
import { type ShippingRefusal, shippingRefusal } from './rules.ts'
import type { Order } from './types.ts'

/** A shipped order. `again` tells that it was shipped before: then nothing was changed and no mail queued. */
export interface Shipped {
  readonly order: Order
  readonly shippedAt: number
  readonly again: boolean
}

/** Who may say that goods have left the house. */
export type ShippingActor = Extract<Actor, { kind: 'owner' }>

/**
 * Marks a paid order as shipped and queues the mail to its buyer, once (S7); asked again, it only says when that was.
 * `typedNumber` may be written in any spelling.
 */
export const shipOrder = (
  ctx: OrderContext,
  actor: ShippingActor,
  typedNumber: string,
): Promise<Result<Shipped, ShippingRefusal>> =>
  inTransaction(ctx.db, async (trx) => {
    const order = await lockedOrderBy(trx, 'orderNumber', orderNumberTyped(typedNumber))
    if (order === undefined) return refused('not-found')
    const refusal = shippingRefusal(order.state)
    if (refusal !== undefined) return refused(refusal)
    if (order.shippedAt !== null) return ok({ order, shippedAt: order.shippedAt, again: true })
    const shippedAt = ctx.now()
    await trx.updateTable('orders').set({ shippedAt: shippedAt }).where('id', '=', order.id).execute()
    await noteHappening(ctx, trx, actor, order.id, 'shipped')
    await enqueueMail(ctx, trx, shippedMail({ ...order, shippedAt }, ctx))
    return ok({ order: { ...order, shippedAt }, shippedAt, again: false })
  })
