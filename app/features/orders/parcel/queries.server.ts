import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { orderView } from '~/features/orders/rules.ts'
import { packerSeesMs, undoShippingMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { boltsOf } from '~/features/stock/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import { chosenOf } from './labels.queries.server.ts'
import type { LabelChoice } from './labels.rules.ts'
import {
  notesPerPrint,
  ordersPerPage,
  packingOrder,
  pageNumber,
  pickList,
  recipientOf,
  withBolts,
} from './rules.ts'
import { lastCarrier, ordersWithIds, shippedIds, ticksOf, waitingOrders } from './to-ship.queries.server.ts'

type Shop = Pick<AppContext, 'db' | 'demo' | 'now' | 'settings'>

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

/** One page of orders to pack, their number, and recent shippings that can be undone. */
export const packingPage = async ({ db, demo, now, settings }: Shop, typedPage: string | null) => {
  const { toShip, held } = await waitingOrders(db, demo)
  const page = pageNumber(typedPage, toShip.length, ordersPerPage)
  const from = (page - 1) * ordersPerPage
  const orders = await ordersWithIds(db, toShip.slice(from, from + ordersPerPage))
  const on = await ticksOf(db, orders)
  const notes = await notesOf(db, orders)
  const bolts = await boltsOf(
    db,
    orders.map(({ id }) => id),
  )
  const justShipped = await shippedIds(db, {
    practice: demo,
    from: now() - undoShippingMs + 1,
    until: now() + packerSeesMs.order,
    most: mostJustShipped,
  })
  const shipped = await ordersWithIds(db, justShipped)
  return {
    total: toShip.length,
    held,
    page,
    pages: Math.max(1, Math.ceil(toShip.length / ordersPerPage)),
    from,
    /** Defaults to the carrier of the last parcel. */
    carrier: await lastCarrier(db),
    orders: orders.map((order) => ({
      ...withBolts(order, packingOrder(order, on, settings.joined), bolts),
      notes: notes.get(order.id) ?? [],
    })),
    justShipped: shipped.map((order) => ({
      number: order.number,
      recipient: recipientOf(order),
      version: order.version,
      shippedAt: order.shippedAt ?? 0,
      parcel: parcelsText(order.parcels),
      warning: parcelsWarning(order.parcels),
    })),
  }
}

/** Pick list and delivery notes of one print: all that wait, what is packed, what is not yet printed, or these orders (N95). */
export const printPage = async (
  { db, demo, settings }: Shop,
  {
    page: typedPage,
    which: asked,
    numbers,
  }: {
    readonly page: string | null
    readonly which?: LabelChoice | undefined
    readonly numbers?: readonly string[]
  },
) => {
  const { toShip } = await waitingOrders(db, demo)
  const { exported, which, listed, counts } = await chosenOf({ db, demo, settings }, 'note', toShip, asked)
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
    picks: pickList(orders, settings.joined),
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
