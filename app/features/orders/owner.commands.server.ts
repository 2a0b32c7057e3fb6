import type { Owner } from '~/kernel/actor.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inTransaction } from '~/server/database/transaction.ts'
import { enqueueMail } from '~/server/mail/outbox.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { noteEvent } from './commands.server.ts'
import { ordersForOwner } from './list.queries.server.ts'
import { shippedMail } from './mails.rules.ts'
import { moneyOfOrder } from './money.queries.server.ts'
import { isGivenBack } from './money.rules.ts'
import {
  listText,
  orderText,
  shippedText,
  shippingRefusalTexts,
  undeliveredText,
  usage,
} from './owner.texts.ts'
import { lockedOrderBy, orderBy, orderHistory, undeliveredMails } from './queries.server.ts'
import { orderNumberTyped, shippingRefusal } from './rules.ts'
import type { Order, ShippingRefusal } from './types.ts'

interface Shipped {
  readonly order: Order
  readonly shippedAt: number
  readonly again: boolean
}

/**
 * Marks a paid order as shipped and queues the mail to its buyer, once (S7); `again` tells that both were done before. One
 * whose money went back is refused (M11): whoever records a refund holds the order's row as well.
 */
export const shipOrder = (
  ctx: AppContext,
  actor: Owner,
  typedNumber: string,
): Promise<Result<Shipped, ShippingRefusal>> =>
  inTransaction(ctx, async (trx) => {
    const order = await lockedOrderBy(trx, 'orderNumber', orderNumberTyped(typedNumber))
    if (order === undefined) return refused('not-found')
    const refusal = shippingRefusal(order.state)
    if (refusal !== undefined) return refused(refusal)
    if (order.shippedAt !== null) return ok({ order, shippedAt: order.shippedAt, again: true })
    if (isGivenBack(await moneyOfOrder(trx, order.id))) return refused('refunded')
    const shippedAt = ctx.now()
    await trx.updateTable('orders').set({ shippedAt }).where('id', '=', order.id).execute()
    await noteEvent(trx, ctx, actor, order.id, 'shipped')
    await enqueueMail(ctx, trx, shippedMail({ ...order, shippedAt }, ctx))
    return ok({ order: { ...order, shippedAt }, shippedAt, again: false })
  })

const owner: Owner = { kind: 'owner' }

const mostListed = 500

const list: OwnerAction['run'] = async ({ db }) => {
  const { orders, leftOut } = await ordersForOwner(db, mostListed)
  return { lines: listText(orders, leftOut), exitCode: 0 }
}

const show: OwnerAction['run'] = async (ctx, [number = '']) => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [shippingRefusalTexts['not-found']], exitCode: 1 }
  const money = await moneyOfOrder(ctx.db, order.id)
  const undelivered = await undeliveredMails(ctx.db, order.id)
  const lines = orderText(order, money, await orderHistory(ctx.db, order.id), ctx)
  return { lines: [...lines, ...undelivered.map(undeliveredText)], exitCode: 0 }
}

const ship: OwnerAction['run'] = async (ctx, [number = '']) => {
  const shipped = await shipOrder(ctx, owner, number)
  if (!shipped.ok) return { lines: [shippingRefusalTexts[shipped.error]], exitCode: 1 }
  const { order, shippedAt, again } = shipped.value
  return { lines: [shippedText(order.number, shippedAt, again)], exitCode: 0 }
}

/** `npm run orders -- list | show NUMBER | ship NUMBER`; the payments bring `adopt`. */
export const ordersCommand: OwnerCommand = {
  usage,
  actions: {
    list: { words: [0, 0], run: list },
    show: { words: [1, 1], run: show },
    ship: { words: [1, 1], run: ship },
  },
}
