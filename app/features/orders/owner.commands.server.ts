import type { Owner } from '~/kernel/actor.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import { ordersForOwner } from './list.queries.server.ts'
import { moneyOfOrder } from './money.queries.server.ts'
import {
  listText,
  orderText,
  shippedText,
  shippingRefusalTexts,
  undeliveredText,
  usage,
} from './owner.texts.ts'
import { orderBy, orderHistory, undeliveredMails } from './queries.server.ts'
import { orderNumberTyped } from './rules.ts'
import { shipOrder } from './shipping.commands.server.ts'

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
