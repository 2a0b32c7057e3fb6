import { carrierTyped, trackingsTyped, warningTyped } from '~/features/orders/carriers.rules.ts'
import { isDead, mailsOfOrders, ordersForOwner } from '~/features/orders/list.queries.server.ts'
import { moneyOfOrder, unitsNotShipped } from '~/features/orders/money.queries.server.ts'
import { unshipOrder } from '~/features/orders/parcel/correcting.commands.server.ts'
import { twinsElsewhere } from '~/features/orders/parcel/numbers.queries.server.ts'
import { shipOrder } from '~/features/orders/parcel/shipping.commands.server.ts'
import { orderBy, orderHistory } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { orderStanding } from '~/features/orders/standing.rules.ts'
import { parcelRefusals } from '~/features/orders/texts.ts'
import type { Owner } from '~/kernel/actor.ts'
import type { OwnerAction, OwnerCommand } from '~/server/owner-command.ts'
import {
  listText,
  ordersUsage,
  orderText,
  sentTogetherText,
  shippedText,
  togetherWord,
  undeliveredText,
  unshippedText,
} from './owner.texts.ts'

const owner: Owner = { kind: 'owner' }

const mostListed = 500

const list: OwnerAction['run'] = async ({ db }, [which]) => {
  if (which !== undefined && which !== 'all') return undefined
  const { orders, leftOut } = await ordersForOwner(db, which === 'all' ? Number.MAX_SAFE_INTEGER : mostListed)
  return { lines: listText(orders, leftOut), exitCode: 0 }
}

const show: OwnerAction['run'] = async (ctx, [number = '']) => {
  const order = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  if (order === undefined) return { lines: [parcelRefusals['not-found'].text], exitCode: 1 }
  const money = await moneyOfOrder(ctx.db, order.id)
  const undelivered = ((await mailsOfOrders(ctx.db, [order.id])).get(order.id) ?? []).filter(isDead)
  const standing = orderStanding({ ...order, money, isUndelivered: undelivered.length > 0 })
  const notShipped = await unitsNotShipped(ctx.db, order)
  const lines = orderText(order, standing, await orderHistory(ctx.db, order.id), { ...ctx, notShipped })
  return { lines: [...lines, ...undelivered.map(undeliveredText)], exitCode: 0 }
}

/** Every run has a new request id; repeating is safe because a shipped order is not shipped again. Asks about a number at two orders (N88). */
const ship: OwnerAction['run'] = async (ctx, [number = '', carrier = '', tracking = '', together = '']) => {
  if (together !== '' && together !== togetherWord) return undefined
  const typed = carrierTyped(carrier)
  if (carrier !== '' && typed === null) return { lines: [parcelRefusals['bad-carrier'].text], exitCode: 1 }
  const parcels = tracking === '' ? [] : [{ carrier: typed ?? '', tracking }]
  const open = await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number))
  const mayLeave = open?.state === 'paid' && open.shippedAt === null && open.cancelledAt === null
  const asked = mayLeave && together === '' ? (trackingsTyped(tracking) ?? []) : []
  const [twin] = Object.values(await twinsElsewhere(ctx, owner, asked, [orderNumberTyped(number)]))
  if (twin !== undefined) return { lines: [twin, sentTogetherText], exitCode: 1 }
  const form = { requestId: ctx.newId(), number, version: null, parcels, carrierUnlessKept: typed ?? '' }
  const shipped = await shipOrder(ctx, owner, form)
  if (shipped.ok) {
    const warning = warningTyped(typed, tracking)
    const lines = [shippedText(shipped.value.number, shipped.value.shippedAt, false)]
    return { lines: warning === null ? lines : [...lines, `★ ${warning}`], exitCode: 0 }
  }
  const order =
    shipped.error === 'shipped' ? await orderBy(ctx.db, 'orderNumber', orderNumberTyped(number)) : undefined
  return order === undefined || order.shippedAt === null
    ? { lines: [parcelRefusals[shipped.error].text], exitCode: 1 }
    : { lines: [shippedText(order.number, order.shippedAt, true)], exitCode: 0 }
}

const unship: OwnerAction['run'] = async (ctx, [number = '', note = '', mail = '']) => {
  if (mail !== '' && mail !== 'mail') return undefined
  const form = { requestId: ctx.newId(), number, version: null, note, mail: mail === 'mail' }
  const done = await unshipOrder(ctx, owner, form)
  return done.ok
    ? { lines: [unshippedText(done.value.number)], exitCode: 0 }
    : { lines: [parcelRefusals[done.error].text], exitCode: 1 }
}

/** `npm run orders -- list | show NUMBER | ship NUMBER [CARRIER TRACKING [同梱]] | unship NUMBER [NOTE [mail]]`; payments add `adopt`. */
export const ordersCommand: OwnerCommand = {
  usage: ordersUsage,
  actions: {
    list: { words: [0, 1], run: list },
    show: { words: [1, 1], run: show },
    ship: { words: [1, 4], run: ship },
    unship: { words: [1, 3], run: unship },
  },
}
