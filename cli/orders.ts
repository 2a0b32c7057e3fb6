import { ordersForOwner } from '~/features/orders/list.queries.server.ts'
import { moneyOfOrder } from '~/features/orders/money.queries.server.ts'
import {
  listText,
  orderText,
  shippedText,
  shippingRefusalTexts,
  undeliveredText,
  usage,
} from '~/features/orders/owner.texts.ts'
import { orderBy, orderHistory, undeliveredMails } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { shipOrder } from '~/features/orders/shipping.commands.server.ts'
import { adoptOrder } from '~/features/payments/adoption.commands.server.ts'
import { adoptedText, adoptionRefusalText, notInDemo } from '~/features/payments/adoption.texts.ts'
import type { Owner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { CliCommand, CliContext, CommandResult } from './run-command.server.ts'

const owner: Owner = { kind: 'owner' }
const mostListed = 500

/**
 * `npm run orders -- list | show NUMBER | ship NUMBER | adopt SESSION [mail]`; safe to repeat, and while the shop is open.
 */
export const ordersCommand: CliCommand['run'] = async (ctx, args) => {
  const [what, named, ...more] = args
  if (what === 'list' && named === undefined) return list(ctx)
  if (what === 'adopt' && named !== undefined && (more.length === 0 || more.join() === 'mail'))
    return adopt(ctx, named, more.length > 0)
  if (named === undefined || more.length > 0) return { lines: usage, exitCode: 2 }
  if (what === 'show') return show(ctx, named)
  if (what === 'ship') return ship(ctx, named)
  return { lines: usage, exitCode: 2 }
}

const list = async (ctx: AppContext): Promise<CommandResult> => {
  const { orders, leftOut } = await ordersForOwner(ctx.db, mostListed)
  return { lines: listText(orders, leftOut), exitCode: 0 }
}

const show = async (ctx: AppContext, number: string): Promise<CommandResult> => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [shippingRefusalTexts['not-found']], exitCode: 1 }
  const money = await moneyOfOrder(ctx.db, order.id)
  const undelivered = await undeliveredMails(ctx.db, order.id)
  const lines = orderText(order, money, await orderHistory(ctx.db, order.id), ctx)
  return { lines: [...lines, ...undelivered.map(undeliveredText)], exitCode: 0 }
}

const ship = async (ctx: AppContext, number: string): Promise<CommandResult> => {
  const shipped = await shipOrder(ctx, owner, number)
  if (!shipped.ok) return { lines: [shippingRefusalTexts[shipped.error]], exitCode: 1 }
  const { order, shippedAt, again } = shipped.value
  return { lines: [shippedText(order.number, shippedAt, again)], exitCode: 0 }
}

const adopt = async (ctx: CliContext, sessionId: string, mailsBuyer: boolean): Promise<CommandResult> => {
  const { gateway } = ctx
  if (gateway === undefined) return { lines: [notInDemo], exitCode: 1 }
  const adopted = await adoptOrder({ ...ctx, gateway }, owner, sessionId, mailsBuyer)
  if (!adopted.ok) return { lines: [adoptionRefusalText(adopted.error)], exitCode: 1 }
  return { lines: adoptedText(adopted.value, ctx.siteOrigin), exitCode: 0 }
}
