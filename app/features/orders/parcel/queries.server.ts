import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { parcelsText, parcelsWarning } from '~/features/orders/carriers.rules.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { takenBack } from '~/features/orders/queries.server.ts'
import { orderView } from '~/features/orders/rules.ts'
import { packerSeesMs, undoShippingMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import { boltsOf } from '~/features/stock/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import {
  notesPerPrint,
  ordersPerPage,
  packingOrder,
  pageNumber,
  pickList,
  recipientOf,
  tickKey,
  withBolts,
} from './rules.ts'
import { lastCarrier, ordersWithIds, shippedIds, waitingOrders } from './to-ship.queries.server.ts'

type Shop = Pick<AppContext, 'db' | 'demo' | 'now' | 'settings'>

/** The keys of the ticks that are set. */
export const ticksOf = async (db: Kysely<Schema>, orders: readonly Order[]): Promise<Set<string>> => {
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  const on = new Set<string>()
  for (const ids of inChunks([...numbers.keys()])) {
    const rows = await db.selectFrom('packingTick').selectAll().where('orderId', 'in', ids).execute()
    for (const { orderId, position, step } of rows)
      on.add(tickKey({ number: numbers.get(orderId) ?? '', position, step }))
  }
  return on
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

/** One page of orders to pack, their number, and recent shippings that can be undone. */
export const packingPage = async ({ db, demo, now, settings }: Shop, typedPage: string | null) => {
  const { toShip, held } = await waitingOrders(db, demo)
  const page = pageNumber(typedPage, toShip.length, ordersPerPage)
  const from = (page - 1) * ordersPerPage
  const orders = await ordersWithIds(db, toShip.slice(from, from + ordersPerPage))
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
      hasOldNumber: back.get(order.id) === 'unshipped' && order.parcels.some(({ tracking }) => tracking),
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

/** Pick list and delivery notes of one print. */
export const printPage = async ({ db, demo, settings }: Shop, typedPage: string | null) => {
  const { toShip } = await waitingOrders(db, demo)
  const page = pageNumber(typedPage, toShip.length, notesPerPrint)
  const from = (page - 1) * notesPerPrint
  const orders = await ordersWithIds(db, toShip.slice(from, from + notesPerPrint))
  const money = await moneyOfOrders(
    db,
    orders.map(({ id }) => id),
  )
  return {
    total: toShip.length,
    page,
    pages: Math.max(1, Math.ceil(toShip.length / notesPerPrint)),
    picks: pickList(orders, settings.joined),
    notes: orders.map((order) => {
      const taken = order.lines.map((line) => line.taken)
      return orderView(order, money.get(order.id) ?? noMoney, settings, null, taken)
    }),
  }
}
