import type { Actor } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { OwnerAnswer } from '~/server/owner-answer.ts'
import { noteEvent } from './commands.server.ts'
import { shippedMail } from './mails.rules.ts'
import { lockedOrderBy, orderBy, orderHistory, ordersForOwner } from './queries.server.ts'
import { orderNumberTyped, shippingRefusal } from './rules.ts'
import { listText, orderText, shippedText, shippingRefusalTexts, usage } from './texts.ts'
import type { Order, ShippingRefusal } from './types.ts'

/** A shipped order. `again` tells that it was shipped before: then nothing was changed and no mail queued. */
interface Shipped {
  readonly order: Order
  readonly shippedAt: number
  readonly again: boolean
}

/** Who may say that goods have left the house. */
type ShippingActor = Extract<Actor, { kind: 'owner' }>

/**
 * Marks a paid order as shipped and queues the mail to its buyer, once (S7); asked again, it only says when that was.
 * `typedNumber` may be written in any spelling.
 */
const shipOrder = (
  ctx: AppContext,
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
    await noteEvent(trx, ctx, actor, order.id, 'shipped')
    await enqueueMail(ctx, trx, shippedMail({ ...order, shippedAt }, ctx))
    return ok({ order: { ...order, shippedAt }, shippedAt, again: false })
  })

const mostListed = 500

/** `npm run orders -- list | show NUMBER | ship NUMBER`; safe to repeat, and while the shop is open. */
export const ordersCommand = async (
  ctx: AppContext,
  actor: ShippingActor,
  args: readonly string[],
): Promise<OwnerAnswer> => {
  const [what, number, ...more] = args
  if (what === 'list' && number === undefined)
    return { lines: listText(await ordersForOwner(ctx.db, mostListed)), exitCode: 0 }
  if (number === undefined || more.length > 0) return { lines: usage, exitCode: 2 }
  if (what === 'show') return show(ctx, number)
  if (what === 'ship') return ship(ctx, actor, number)
  return { lines: usage, exitCode: 2 }
}

const show = async (ctx: AppContext, number: string): Promise<OwnerAnswer> => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [shippingRefusalTexts['not-found']], exitCode: 1 }
  return { lines: orderText(order, await orderHistory(ctx.db, order.id)), exitCode: 0 }
}

const ship = async (ctx: AppContext, actor: ShippingActor, number: string): Promise<OwnerAnswer> => {
  const shipped = await shipOrder(ctx, actor, number)
  if (!shipped.ok) return { lines: [shippingRefusalTexts[shipped.error]], exitCode: 1 }
  const { order, shippedAt, again } = shipped.value
  return { lines: [shippedText(order.number, shippedAt, again)], exitCode: 0 }
}
