import { orderBy, orderHistory, ordersForOwner, undeliveredMails } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import {
  listText,
  orderText,
  shippedText,
  shippingRefusalTexts,
  undeliveredText,
  usage,
} from '~/features/orders/texts.ts'
import type { Owner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CliCommand, CommandResult } from './run-command.server.ts'

const mostListed = 500

/** `npm run orders -- list | show NUMBER | ship NUMBER`; safe to repeat, and while the shop is open. */
export const ordersCommand: CliCommand['run'] = async (ctx, actor, args) => {
  const [what, number, ...more] = args
  if (what === 'list' && number === undefined)
    return { lines: listText(await ordersForOwner(ctx.db, mostListed)), exitCode: 0 }
  if (number === undefined || more.length > 0) return { lines: usage, exitCode: 2 }
  if (what === 'show') return show(ctx, number)
  if (what === 'ship') return ship(ctx, actor, number)
  return { lines: usage, exitCode: 2 }
}

const show = async (ctx: AppContext, number: string): Promise<CommandResult> => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [shippingRefusalTexts['not-found']], exitCode: 1 }
  const undelivered = await undeliveredMails(ctx.db, order.id)
  const lines = orderText(order, await orderHistory(ctx.db, order.id), ctx)
  return { lines: [...lines, ...undelivered.map(undeliveredText)], exitCode: 0 }
}

const ship = async (ctx: AppContext, actor: Owner, number: string): Promise<CommandResult> => {
  const shipped = await shipOrder(ctx, actor, number)
  if (!shipped.ok) return { lines: [shippingRefusalTexts[shipped.error]], exitCode: 1 }
  const { order, shippedAt, again } = shipped.value
  return { lines: [shippedText(order.number, shippedAt, again)], exitCode: 0 }
}
