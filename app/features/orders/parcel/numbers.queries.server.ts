import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Carrier } from '~/features/orders/carriers.rules.ts'
import { takenBack } from '~/features/orders/queries.server.ts'
import { recipientName } from '~/features/orders/rules.ts'
import { isToldCancelled, packerSeesMs } from '~/features/orders/shipping.rules.ts'
import { type DeskActor, isShopOwner } from '~/kernel/actor.ts'
import type { AppContext } from '~/server/app-context.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { CarrierFile } from './carrier-table.rules.ts'
import { exportsOf, labelsOf } from './labels.queries.server.ts'
import { carrierOf, type Exported, printedLabel } from './labels.rules.ts'
import {
  type Elsewhere,
  type MatchedNumbers,
  matchedNumbers,
  ordersNamed,
  trackingsNamed,
} from './numbers.rules.ts'
import { isPacked, packingOrder, pageNumber, recipientOf } from './rules.ts'
import { twinText } from './texts.ts'
import {
  lastCarrier,
  ordersToShipNumbered,
  ordersWithIds,
  ticksOf,
  waitingOrders,
} from './to-ship.queries.server.ts'

const dayMs = 24 * 60 * 60_000

/** Fields per page and submission. */
const mostNumbered = 300

/** The orders of a page, of all that are to be shipped, in the order of the packing page. */
const ordersOfPage = async (
  { db, demo }: Pick<AppContext, 'db' | 'demo'>,
  typedPage: string | null,
  marked: readonly string[] | null,
) => {
  const { toShip } = await waitingOrders(db, demo, marked)
  const page = pageNumber(typedPage, toShip.length, mostNumbered)
  const from = (page - 1) * mostNumbered
  const ids = toShip.slice(from, from + mostNumbered)
  return { toShip, page, from, ids, orders: await ordersWithIds(db, ids) }
}

/** A field for each order to ship of one page (N16), and how many there are; `marked` in a list: all others are as if they were not there. */
export const numbersPage = async (
  ctx: Pick<AppContext, 'db' | 'demo' | 'now' | 'settings'>,
  actor: DeskActor,
  typedPage: string | null = null,
  marked: readonly string[] | null = null,
) => {
  const { db, settings } = ctx
  const { toShip, page, from, ids, orders } = await ordersOfPage(ctx, typedPage, marked)
  const on = new Set((await ticksOf(db, orders)).keys())
  const back = await takenBack(db, ids)
  const trackings = orders.flatMap(({ parcels }) => parcels.flatMap(({ tracking }) => tracking ?? []))
  return {
    total: toShip.length,
    page,
    pages: Math.max(1, Math.ceil(toShip.length / mostNumbered)),
    from,
    carrier: (await carrierOfFiles(db, ids)) ?? (await lastCarrier(db)) ?? 'yamato',
    twins: await twinsElsewhere(ctx, actor, trackings, numbersOf(orders)),
    orders: orders.map((order) => ({
      number: order.number,
      recipient: recipientOf(order),
      version: order.version,
      parcels: order.parcels,
      back: back.get(order.id) ?? null,
      isPacked: isPacked(packingOrder(order, on, settings.joined), on),
    })),
  }
}

/** That of the file of labels into which one of these orders went last (N114). */
const carrierOfFiles = async (db: Kysely<Schema>, ids: readonly string[]): Promise<Carrier | null> => {
  const exported = [...(await exportsOf(db, 'label', ids)).values()]
  const last = exported.reduce<Exported | undefined>(
    (latest, each) => (latest !== undefined && latest.at >= each.at ? latest : each),
    undefined,
  )
  return last === undefined || last.format === null ? null : carrierOf[last.format]
}

const numbersOf = (orders: readonly { readonly number: string }[]): string[] =>
  orders.map(({ number }) => number)

/** Carriers give a number out again, but hardly before. */
const twinDays = 180

/** By tracking number, which other orders have it, in words: those of `but` are told by their own fields (N88). */
export const twinsElsewhere = async (
  { db, demo, now }: Pick<AppContext, 'db' | 'demo' | 'now'>,
  actor: DeskActor,
  trackings: readonly string[],
  but: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const since = now() - twinDays * dayMs
  const seenSince = now() - packerSeesMs.order
  const found = new Map<string, { readonly number: string; readonly shippedAt: number | null }[]>()
  for (const some of inChunks([...new Set(trackings)])) {
    const orders = db
      .selectFrom('orders')
      .select(['orderNumber', 'shippedAt'])
      .where((eb) => eb.or([eb('shippedAt', '>=', since), eb('createdAt', '>=', since)]))
    const first = await orders.select('orders.tracking').where('tracking', 'in', some).execute()
    const further = await orders
      .innerJoin('furtherParcel', 'furtherParcel.orderId', 'orders.id')
      .select('furtherParcel.tracking')
      .where('furtherParcel.tracking', 'in', some)
      .execute()
    for (const { tracking, orderNumber: number, shippedAt } of [...first, ...further])
      if (tracking !== null && !but.includes(number))
        found.set(tracking, [...(found.get(tracking) ?? []), { number, shippedAt }])
  }
  const open = [...found.values()].flat().filter(({ shippedAt }) => shippedAt === null)
  const toShip = new Set(numbersOf(await ordersToShipNumbered(db, demo, numbersOf(open))))
  const mayRead = ({ number, shippedAt }: { number: string; shippedAt: number | null }) =>
    isShopOwner(actor) || (shippedAt === null ? toShip.has(number) : shippedAt > seenSince)
  return Object.fromEntries(
    [...found].map(([tracking, orders]) => [
      tracking,
      twinText(orders.filter(mayRead).map(({ number }) => number)),
    ]),
  )
}

/** Finds the orders of a carrier's file among those of the page; changes nothing (N17, N64). */
export const matchedFile = async (
  { db, demo, now }: Pick<AppContext, 'db' | 'demo' | 'now'>,
  file: CarrierFile,
  typedPage: string | null = null,
  marked: readonly string[] | null = null,
): Promise<MatchedNumbers> => {
  const { toShip, ids, orders } = await ordersOfPage({ db, demo }, typedPage, marked)
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
  const onPage = new Set(ids)
  const waiting = new Set(toShip.filter((id) => !onPage.has(id)))
  return matchedNumbers(file, onScreen, {
    orders: await ordersElsewhere(db, ordersNamed(file), waiting, now()),
    trackings: file.namesOrders
      ? new Map()
      : await shippedNumbers(db, trackingsNamed(file), now() - recentMs),
  })
}

const ordersElsewhere = async (
  db: Kysely<Schema>,
  numbers: readonly string[],
  waiting: ReadonlySet<string>,
  now: number,
): Promise<Elsewhere['orders']> => {
  const found = new Map<string, 'shipped' | 'later' | 'cancelled'>()
  for (const some of inChunks(numbers))
    for (const { id, orderNumber, ...order } of await db
      .selectFrom('orders')
      .select(['id', 'orderNumber', 'state', 'paidAt', 'shippedAt', 'cancelledAt'])
      .where('orderNumber', 'in', some)
      .execute())
      if (order.shippedAt !== null) found.set(orderNumber, 'shipped')
      else if (isToldCancelled(order, now)) found.set(orderNumber, 'cancelled')
      else if (waiting.has(id)) found.set(orderNumber, 'later')
  return found
}

/** Lists of a carrier go back some weeks; a buyer may have ordered again since. */
const recentMs = 60 * dayMs

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
