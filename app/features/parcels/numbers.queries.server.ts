import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { recipientName } from '~/features/orders/rules.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { CarrierFile } from './carrier-table.rules.ts'
import { labelsOf } from './labels.queries.server.ts'
import { printedLabel } from './labels.rules.ts'
import {
  type Elsewhere,
  type MatchedNumbers,
  matchedNumbers,
  ordersNamed,
  trackingsNamed,
} from './numbers.rules.ts'
import { recipientOf } from './rules.ts'
import { lastCarrier, ordersWithIds, waitingOrders } from './to-ship.queries.server.ts'

/** Fields per page and submission. */
const mostNumbered = 300

/** A field for each order to ship, and how many are left out. */
export const numbersPage = async ({ db, demo }: Pick<AppContext, 'db' | 'demo'>) => {
  const { toShip } = await waitingOrders(db, demo)
  const orders = await ordersWithIds(db, toShip.slice(0, mostNumbered))
  return {
    leftOut: toShip.length - orders.length,
    carrier: (await lastCarrier(db)) ?? 'yamato',
    orders: orders.map((order) => ({
      number: order.number,
      recipient: recipientOf(order),
      version: order.version,
      parcels: order.parcels.flatMap(({ carrier, tracking }) =>
        tracking === null ? [] : { carrier: carrier ?? '', tracking },
      ),
    })),
  }
}

/** Finds the orders of a carrier's file among those on the screen; changes nothing (N17, N64). */
export const matchedFile = async (
  { db, demo, now }: Pick<AppContext, 'db' | 'demo' | 'now'>,
  file: CarrierFile,
): Promise<MatchedNumbers> => {
  const { toShip } = await waitingOrders(db, demo)
  const orders = await ordersWithIds(db, toShip.slice(0, mostNumbered))
  const labels = new Map((await labelsOf(db, orders)).map((label) => [label.number, label]))
  const onScreen = orders.map((order) => {
    const label = labels.get(order.number)
    return {
      number: order.number,
      postalCode: label?.postalCode ?? '',
      // As it was typed, and as its label was mended.
      names: [recipientName(order.customer), label && printedLabel(label).name].flatMap((name) => name || []),
      trackings: order.parcels.flatMap(({ tracking }) => tracking ?? []),
    }
  })
  const waiting = new Set(toShip.slice(mostNumbered))
  return matchedNumbers(file, onScreen, {
    orders: await ordersElsewhere(db, ordersNamed(file), waiting),
    trackings: file.namesOrders
      ? new Map()
      : await shippedNumbers(db, trackingsNamed(file), now() - recentMs),
  })
}

const ordersElsewhere = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  waiting: ReadonlySet<string>,
): Promise<Elsewhere['orders']> => {
  const found = new Map<string, 'shipped' | 'later'>()
  for (const some of inChunks(numbers))
    for (const { id, orderNumber, shippedAt } of await db
      .selectFrom('orders')
      .select(['id', 'orderNumber', 'shippedAt'])
      .where('orderNumber', 'in', some)
      .execute())
      if (shippedAt !== null) found.set(orderNumber, 'shipped')
      else if (waiting.has(id)) found.set(orderNumber, 'later')
  return found
}

/** Lists of a carrier go back some weeks; a buyer may have ordered again since. */
const recentMs = 60 * 24 * 60 * 60_000

const shippedNumbers = async (
  db: Kysely<Schema>,
  trackings: readonly string[],
  since: number,
): Promise<Elsewhere['trackings']> => {
  const found = new Map<string, string>()
  for (const some of inChunks(trackings)) {
    const shipped = db.selectFrom('orders').where('shippedAt', '>=', since)
    const first = await shipped.select(['orderNumber', 'tracking']).where('tracking', 'in', some).execute()
    const further = await shipped
      .innerJoin('furtherParcel', 'furtherParcel.orderId', 'orders.id')
      .select(['orderNumber', 'furtherParcel.tracking'])
      .where('furtherParcel.tracking', 'in', some)
      .execute()
    for (const { orderNumber, tracking } of [...first, ...further])
      if (tracking !== null) found.set(tracking, orderNumber)
  }
  return found
}
