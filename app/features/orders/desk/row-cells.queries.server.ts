import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { moneyOfOrders } from '~/features/orders/money.queries.server.ts'
import { noMoney } from '~/features/orders/money.rules.ts'
import { deliveryAddress, furtherParcels } from '~/features/orders/queries.server.ts'
import { orderStanding, type StandingKind } from '~/features/orders/standing.rules.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import { withoutInvisible } from '~/kernel/text.ts'
import { inChunks } from '~/server/database/engine.ts'
import { heldLines } from '~/server/database/held-lines.ts'
import type { DeskRow } from './types.ts'

type Ids = readonly string[]

/** Units that it holds, by the order's id. */
export const unitsOf = async (db: Kysely<Schema>, ids: Ids): Promise<ReadonlyMap<string, number>> => {
  const units = new Map<string, number>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom(heldLines.as('orderLine'))
      .select((eb) => ['orderId', eb.fn.sum<number>('quantity').as('units')])
      .where('orderId', 'in', some)
      .groupBy('orderId')
      .execute()
    for (const row of rows) units.set(row.orderId, Number(row.units))
  }
  return units
}

/** What was paid or is to be paid, in yen, by the order's id. */
export const totalsOf = async (db: Kysely<Schema>, ids: Ids): Promise<ReadonlyMap<string, number>> => {
  const totals = new Map<string, number>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orders')
      .select((eb) => ['id', eb.fn.coalesce('acceptedAmount', 'total').as('amount')])
      .where('id', 'in', some)
      .execute()
    for (const { id, amount } of rows) totals.set(id, Number(amount))
  }
  return totals
}

/** In the order of an order's life, with what has to be looked at first. */
const standingPlaces: Readonly<Record<StandingKind, number>> = {
  review: 0,
  unpaid: 1,
  awaiting: 2,
  open: 3,
  shipped: 4,
  returning: 5,
  returned: 6,
  cancelling: 7,
  cancelled: 8,
  void: 9,
}

/** The place of each order's state among all states, by the order's id. Others are served between portions. */
export const standingPlacesOf = async (
  db: Kysely<Schema>,
  ids: Ids,
): Promise<ReadonlyMap<string, number>> => {
  const places = new Map<string, number>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'state', 'shippedAt', 'cancelledAt', 'reviewReason', 'settledAt'])
      .select(['restoredAt', 'addressChangedAt'])
      .where('id', 'in', some)
      .execute()
    const moneyOf = await moneyOfOrders(db, some)
    for (const row of rows) {
      const money = moneyOf.get(row.id) ?? noMoney
      places.set(row.id, standingPlaces[orderStanding({ ...row, money, isUndelivered: false }).kind])
    }
    await setImmediate()
  }
  return places
}

/** Who ordered and where it goes. */
export const buyersOf = async (db: Kysely<Schema>, ids: Ids) => {
  const buyers: {
    readonly id: string
    readonly shippedAt: number | null
    readonly name: string | null
    readonly prefecture: string | null
  }[] = []
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'shippedAt', 'customerName', 'shippingAddress'])
      .where('id', 'in', some)
      .execute()
    for (const row of rows) {
      const name = row.customerName && withoutInvisible(row.customerName)
      const address =
        row.shippingAddress === null ? null : deliveryAddress.parse(JSON.parse(row.shippingAddress))
      buyers.push({
        id: row.id,
        shippedAt: row.shippedAt,
        name: name ?? address?.recipient ?? null,
        prefecture: address?.prefecture ?? null,
      })
    }
  }
  return buyers
}

const mostPictures = 3

/** The first pictures of an order's goods, and how many kinds there are beside them. */
export const productsOf = async (
  db: Kysely<Schema>,
  ids: Ids,
): Promise<ReadonlyMap<string, DeskRow['goods']>> => {
  const goods = new Map<string, DeskRow['goods']>()
  for (const some of inChunks(ids)) {
    const lines = await db
      .selectFrom(heldLines.as('orderLine'))
      .select(['orderId', 'number', 'name', 'picture'])
      .where('orderId', 'in', some)
      .where('quantity', '>', 0)
      .orderBy('orderId')
      .orderBy('position')
      .execute()
    const held = [...Map.groupBy(lines, ({ orderId }) => orderId)]
    const own = await ownPictures(
      db,
      held.flatMap(([, all]) => all.slice(0, mostPictures).flatMap(({ picture }) => picture ?? [])),
    )
    for (const [orderId, all] of held) {
      const first = all.slice(0, mostPictures)
      goods.set(orderId, {
        first: first.map(({ number, name, picture }) => ({
          name: `${number} ${name}`,
          picture: own.get(picture ?? '') ?? picture,
        })),
        more: all.length - first.length,
      })
    }
  }
  return goods
}

const longestNote = 80

/** The last note of each order, its beginning. */
export const lastNotesOf = async (db: Kysely<Schema>, ids: Ids): Promise<ReadonlyMap<string, string>> => {
  const notes = new Map<string, string>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orderNote')
      .select(['orderId', sql<string>`substr(text, 1, ${longestNote})`.as('text')])
      .where('orderId', 'in', some)
      .orderBy('writtenAt')
      .orderBy('id')
      .execute()
    for (const { orderId, text } of rows) notes.set(orderId, text)
  }
  return notes
}

/** How many parcels an order has after its first one. */
export const furtherParcelsOf = async (
  db: Kysely<Schema>,
  ids: Ids,
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>()
  for (const some of inChunks(ids))
    for (const [id, parcels] of await furtherParcels(db, some)) counts.set(id, parcels.length)
  return counts
}
