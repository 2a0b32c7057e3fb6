import type { OwnerAnswer } from '~/server/owner-answer.ts'
import type { OrderContext } from './commands.server.ts'
import { orderNumberTyped } from './order-number.rules.ts'
import { listText, orderText, shippedText, shippingRefusalText, usage } from './owner-text.rules.ts'
import { orderBy, orderHistory, ordersForOwner } from './queries.server.ts'
import { type ShippingActor, shipOrder } from './shipping.commands.server.ts'

const mostListed = 500

/** `npm run orders -- list | show NUMBER | ship NUMBER`; safe to repeat, and while the shop is open. */
export const ordersCommand = async (
  ctx: OrderContext,
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

const show = async (ctx: OrderContext, number: string): Promise<OwnerAnswer> => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [shippingRefusalText['not-found']], exitCode: 1 }
  return { lines: orderText(order, await orderHistory(ctx.db, order.id)), exitCode: 0 }
}

const ship = async (ctx: OrderContext, actor: ShippingActor, number: string): Promise<OwnerAnswer> => {
  const shipped = await shipOrder(ctx, actor, number)
  if (!shipped.ok) return { lines: [shippingRefusalText[shipped.error]], exitCode: 1 }
  const { order, shippedAt, again } = shipped.value
  return { lines: [shippedText(order.number, shippedAt, again)], exitCode: 0 }
}
