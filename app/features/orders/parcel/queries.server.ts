import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { takenBack } from '~/features/orders/queries.server.ts'
import { isOrderNumber, orderView } from '~/features/orders/rules.ts'
import { packerSeesMs, undoShippingMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { boltsOf } from '~/features/stock/queries.server.ts'
import type { DeskActor } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { chosenOf } from './labels.queries.server.ts'
import type { LabelChoice } from './labels.rules.ts'
import { whyNotToShip } from './left-out.queries.server.ts'
import { linesByProduct, pickList } from './pick-list.rules.ts'
import {
  mostPerPage,
  notesPerPrint,
  type PackingState,
  packingAsked,
  packingOrder,
  pageNumber,
  recipientOf,
  type ShippedPress,
  withBolts,
} from './rules.ts'
import { leftOut } from './texts.ts'
import {
  lastCarrier,
  namesToShip,
  ordersCome,
  ordersWithIds,
  shippedIds,
  ticksOf,
  waitingOrders,
} from './to-ship.queries.server.ts'

type Shop = Pick<AppContext, 'db' | 'demo' | 'now' | 'settings'>

/** What is written while a page is read may be committed after it: so much earlier an order counts as come since. */
const underWayMs = 2_000

/**
 * Of the orders of a page that is open: who ticked what, and those that have left, with why (N92); and how many others came since
 * `typedSince` (epoch ms; N113).
 */
export const packingState = async (
  ctx: Shop,
  actor: DeskActor,
  typedNumbers: string,
  typedSince: string,
): Promise<PackingState> => {
  const since = /^\d{1,15}$/.test(typedSince) ? Number(typedSince) : ctx.now()
  const numbers = [...new Set(typedNumbers.split(',').filter(isOrderNumber))].slice(0, mostPerPage)
  const orders = await namesToShip(ctx.db, ctx.demo, numbers)
  const isHere = new Set(orders.map(({ number }) => number))
  const left = await whyNotToShip(
    ctx.db,
    ctx,
    actor,
    numbers.filter((number) => !isHere.has(number)),
  )
  return {
    ticks: Object.fromEntries(await ticksOf(ctx.db, orders)),
    left: leftOut(left),
    came: await ordersCome(ctx.db, ctx.demo, since, numbers),
  }
}

const notesOf = async (
  db: Kysely<Schema>,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, string[]>> => {
  const notes = new Map<string, string[]>(orders.map(({ id }) => [id, []]))
  for (const ids of inChunks([...notes.keys()])) {
    const rows = await db
      .selectFrom('orderNote')
      .select(['orderId', 'text'])
      .where('orderId', 'in', ids)
      .orderBy('writtenAt')
      .orderBy('id')
      .execute()
    for (const { orderId, text } of rows) notes.get(orderId)?.push(text)
  }
  return notes
}

/** More cannot be shipped by hand within ten minutes. */
const mostJustShipped = 300

interface ShippedBy {
  readonly press: string
  readonly by: string
}

/** Whose press shipped each of these orders last; the parts of a press have ids that begin with its own (N91). */
const pressesOf = async (
  db: Kysely<Schema>,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, ShippedBy>> => {
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const presses = new Map<string, ShippedBy>()
  for (const ids of inChunks([...numbers.keys()])) {
    const rows = await db
      .selectFrom('orderEvent')
      .leftJoin('audit', 'audit.id', 'orderEvent.auditId')
      .select(['orderId', 'orderEvent.id as eventId', 'actor', 'requestId'])
      .where('orderId', 'in', ids)
      .where('what', '=', 'shipped')
      .orderBy('orderEvent.happenedAt')
      .orderBy('orderEvent.id')
      .execute()
    for (const { orderId, eventId, actor, requestId } of rows) {
      const end = `:${numbers.get(orderId)}`
      const isPart = requestId?.endsWith(end) ?? false
      // Of the release before, an order was shipped by nothing that can be told apart.
      const press = isPart ? (requestId ?? '').slice(0, -end.length) : `${requestId ?? eventId} alone`
      presses.set(orderId, { press, by: actor === 'owner' ? 'お店のコンピューター' : actor })
    }
  }
  return presses
}

/** What can still be undone, newest press first (N91). */
const justShipped = async ({ db, demo, now }: Shop): Promise<ShippedPress[]> => {
  const ids = await shippedIds(db, {
    practice: demo,
    from: now() - undoShippingMs + 1,
    until: now() + packerSeesMs.order,
    most: mostJustShipped,
  })
  const orders = await ordersWithIds(db, ids)
  const presses = await pressesOf(db, orders)
  const found = Map.groupBy(orders, ({ id }) => presses.get(id)?.press ?? id)
  return [...found].map(([press, shipped]) => ({
    press,
    by: presses.get(shipped[0]?.id ?? '')?.by ?? '',
    shippedAt: shipped[0]?.shippedAt ?? 0,
    orders: shipped.map((order) => ({
      number: order.number,
      recipient: recipientOf(order),
      version: order.version,
      parcel: parcelsText(order.parcels),
      warning: parcelsWarning(order.parcels),
    })),
  }))
}

/** One page of orders to pack, their number, and recent shippings that can be undone; by product as well where it is asked for. */
export const packingPage = async (ctx: Shop, asked: Pick<URLSearchParams, 'get'> = new URLSearchParams()) => {
  const { page: typedPage, size, by } = packingAsked(asked)
  const { db, demo, settings } = ctx
  const since = ctx.now() - underWayMs
  const { toShip, held } = await waitingOrders(db, demo)
  const page = pageNumber(typedPage, toShip.length, size)
  const from = (page - 1) * size
  const orders = await ordersWithIds(db, toShip.slice(from, from + size))
  const on = await ticksOf(db, orders)
  const notes = await notesOf(db, orders)
  const back = await takenBack(
    db,
    orders.map(({ id }) => id),
  )
  const bolts = await boltsOf(
    db,
    orders.map(({ id }) => id),
  )
  const listed = orders.map((order) => ({
    ...withBolts(order, packingOrder(order, new Set(on.keys()), settings.joined), bolts),
    hasOldNumber: back.get(order.id) === 'unshipped' && order.parcels.some(({ tracking }) => tracking),
    notes: notes.get(order.id) ?? [],
  }))
  return {
    total: toShip.length,
    held,
    page,
    size,
    by,
    pages: Math.max(1, Math.ceil(toShip.length / size)),
    from,
    /** Defaults to the carrier of the last parcel. */
    carrier: await lastCarrier(db),
    orders: listed,
    byProduct: by === 'product' ? linesByProduct(listed) : [],
    /** From when on an order counts as come since this page was read, epoch ms (N113). */
    since,
    state: { ticks: Object.fromEntries(on), left: [], came: 0 },
    justShipped: await justShipped(ctx),
  }
}

/** Pick list and delivery notes of one print: all that wait, what is packed, what is not yet printed, or these orders (N95). */
export const printPage = async (
  { db, demo, settings }: Shop,
  {
    page: typedPage,
    which: asked,
    numbers,
    marked = null,
  }: {
    readonly page: string | null
    readonly which?: LabelChoice | undefined
    /** Of those that are listed. */
    readonly numbers?: readonly string[]
    /** In a list: all others are as if they were not there. */
    readonly marked?: readonly string[] | null
  },
) => {
  const { toShip } = await waitingOrders(db, demo, marked)
  // Who marks what was printed wants it again.
  const choice = asked ?? (marked === null ? undefined : 'all')
  const { exported, which, listed, counts } = await chosenOf({ db, demo, settings }, 'note', toShip, choice)
  const page = pageNumber(typedPage, listed.length, notesPerPrint)
  const from = (page - 1) * notesPerPrint
  const toChoose = await ordersWithIds(db, listed.slice(from, from + notesPerPrint))
  const isChosen = (number: string) => numbers === undefined || numbers.includes(number)
  const orders = toChoose.filter(({ number }) => isChosen(number))
  const ids = orders.map(({ id }) => id)
  const money = await moneyOfOrders(db, ids)
  const withoutPrices = await ordersWithoutPrices(db, ids)
  return {
    total: listed.length,
    which,
    counts,
    page,
    pages: Math.max(1, Math.ceil(listed.length / notesPerPrint)),
    toChoose: toChoose.map((order) => ({
      number: order.number,
      recipient: recipientOf(order),
      printedAt: exported.get(order.id)?.at ?? null,
      isChosen: isChosen(order.number),
    })),
    picks: pickList(orders, settings.joined, await boltsOf(db, ids)),
    notes: orders.map((order) => {
      const taken = order.lines.map((line) => line.taken)
      const view = orderView(order, money.get(order.id) ?? noMoney, settings, null, taken)
      return { ...view, hidesPrices: withoutPrices.has(order.id) }
    }),
  }
}

/** Those of these orders whose delivery note leaves prices out (N97), by their ids. */
const ordersWithoutPrices = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      .where('id', 'in', ids)
      .where('noteHidesPrices', '=', 1)
      .execute()
    for (const { id } of rows) found.add(id)
  }
  return found
}
