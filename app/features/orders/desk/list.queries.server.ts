import type { Kysely, Selectable } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { prefectures } from '~/features/orders/address.rules.ts'
import { type Parcel, trackingLink } from '~/features/orders/carriers.rules.ts'
import { withStandings } from '~/features/orders/list.queries.server.ts'
import { furtherParcels, orderOf } from '~/features/orders/queries.server.ts'
import { orderNumberTyped, paidAmount } from '~/features/orders/rules.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { type ListAsked, type Marked, pageOf, sortedBy } from '~/kernel/desk-list.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { DeskCardContext } from '~/server/desk-cards.ts'
import { conditionsOf, dayColumn, isOf, ordersFound } from './found-orders.queries.server.ts'
import {
  buyersOf,
  furtherParcelsOf,
  lastNotesOf,
  productsOf,
  standingPlacesOf,
  totalsOf,
  unitsOf,
} from './row-cells.queries.server.ts'
import {
  isOldestFirst,
  type ListState,
  maySeeAddress,
  type OrderFilter,
  type OrderSort,
  standingFor,
} from './rules.ts'
import type { DeskRow } from './types.ts'

const rowsOf = async (db: Kysely<Schema>, ids: readonly string[]) => {
  const rows = new Map<string, Selectable<OrdersTable>>()
  for (const some of inChunks(ids))
    for (const row of await db.selectFrom('orders').selectAll().where('id', 'in', some).execute())
      rows.set(row.id, row)
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** What the list sorts by besides its days; empty ones stand last. */
const sortKeys: Readonly<
  Record<
    Exclude<OrderSort, 'at'>,
    (
      db: Kysely<Schema>,
      ids: readonly string[],
      seesPlace: (shippedAt: number | null) => boolean,
    ) => Promise<ReadonlyMap<string, string | number | null>>
  >
> = {
  units: unitsOf,
  total: totalsOf,
  state: standingPlacesOf,
  name: async (db, ids) => new Map((await buyersOf(db, ids)).map(({ id, name }) => [id, name])),
  // From north to south.
  prefecture: async (db, ids, seesPlace) =>
    new Map(
      (await buyersOf(db, ids)).map(({ id, shippedAt, prefecture }) => {
        const place = seesPlace(shippedAt) ? prefectures.indexOf(prefecture ?? '') : -1
        return [id, place < 0 ? null : place]
      }),
    ),
}

const parcelOf = (parcel: Parcel | undefined, more: number): DeskRow['parcel'] =>
  parcel?.tracking
    ? { ...parcel, tracking: parcel.tracking, link: trackingLink(parcel.carrier, parcel.tracking), more }
    : null

type OrdersAsked = Pick<ListAsked<OrderSort>, 'sort' | 'direction' | 'page' | 'size'>

const firstPage: OrdersAsked = { sort: null, direction: 'asc', page: 1, size: 50 }

/** The orders that this person may see, as asked, with how many there are and for owners their sum. */
export const deskOrders = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  filter: OrderFilter,
  now: number,
  asked: OrdersAsked = firstPage,
) => {
  const isOwner = person.role === 'owner'
  const at = dayColumn(filter.state)
  const { sort } = asked
  const { count } = filter
  const usual = isOldestFirst(filter.state) ? 'asc' : 'desc'
  const order = { sort: sort ?? 'at', direction: sort === null ? usual : asked.direction } as const
  const enough = (count ?? asked.page * asked.size) + 1
  const found = await ordersFound(
    db,
    person,
    filter,
    now,
    enough,
    order.sort === 'at' ? order.direction : usual,
  )
  const seesPlace = (shippedAt: number | null) => maySeeAddress({ shippedAt }, person.role, now)
  const sorted =
    order.sort === 'at'
      ? found.ids
      : await sortKeys[order.sort](db, found.ids, seesPlace).then((keys) =>
          sortedBy(found.ids, (id) => keys.get(id) ?? null, order.direction),
        )
  const page = pageOf(sorted, asked)
  const ids = count === undefined ? page.rows : sorted.slice(0, count)
  const stored = await rowsOf(db, ids)
  const parcels = new Map(stored.map(({ id, carrier, tracking }) => [id, { carrier, tracking }]))
  const orders = await withStandings(db, stored)
  const units = await unitsOf(db, ids)
  const goods = await productsOf(db, ids)
  const notes = await lastNotesOf(db, ids)
  const further = await furtherParcelsOf(db, ids)
  return {
    ...(count === undefined ? { page: page.page, pages: page.pages } : { page: 1, pages: 1 }),
    order,
    hasMore: found.isMore || found.ids.length > (count ?? page.page * asked.size),
    lookedTo: found.lookedTo,
    found: {
      count: found.ids.length,
      isMore: found.isMore,
      sum: isOwner
        ? [...(await totalsOf(db, found.ids)).values()].reduce((sum, each) => sum + each, 0)
        : null,
    },
    orders: orders.map(
      (row): DeskRow => ({
        number: row.number,
        version: row.version,
        practice: row.practice,
        name: row.customer.name ?? row.customer.address?.recipient ?? null,
        prefecture: seesPlace(row.shippedAt) ? (row.customer.address?.prefecture ?? null) : null,
        units: units.get(row.id) ?? 0,
        goods: goods.get(row.id) ?? { first: [], more: 0 },
        total: isOwner ? paidAmount(row).amount : null,
        standing: standingFor(row.standing, person.role),
        at: (at === 'shippedAt' ? row.shippedAt : null) ?? row.createdAt,
        shippedAt: row.shippedAt,
        parcel: parcelOf(parcels.get(row.id), further.get(row.id) ?? 0),
        note: notes.get(row.id) ?? null,
      }),
    ),
  }
}

/** Of these marks the orders that this person may see, in their order, each with the version that was marked. */
export const markedSeen = async (
  db: Kysely<Schema>,
  { role }: Pick<DeskPerson, 'role'>,
  demo: boolean,
  marks: readonly Marked[],
  now: number,
) => {
  const versions = new Map(marks.map(({ key, version }) => [orderNumberTyped(key), version]))
  const found = new Map<string, Awaited<ReturnType<typeof withStandings>>[number]>()
  const parcels = new Map<string, readonly Parcel[]>()
  for (const some of inChunks([...versions.keys()])) {
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('orderNumber', 'in', some)
      .where('practice', '=', demo ? 1 : 0)
      .where((eb) => conditionsOf(db, eb, { state: 'all', from: '', to: '', demo }, { role }, now))
      .execute()
    for (const order of await withStandings(db, rows)) found.set(order.number, order)
    const further = await furtherParcels(
      db,
      rows.map(({ id }) => id),
    )
    for (const row of rows) parcels.set(row.id, orderOf(row, [], further.get(row.id)).parcels)
  }
  return [...versions].flatMap(([number, version]) => {
    const order = found.get(number)
    if (order === undefined) return []
    return {
      ...{ number, version, name: order.customer.name ?? order.customer.address?.recipient ?? null },
      parcels: parcels.get(order.id) ?? [],
      line: standingFor(order.standing, role).line,
    }
  })
}

/** Counts of orders to ship and to review, as this person sees them. */
export const deskCounts = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  now: number,
  demo: boolean,
): Promise<{ readonly open: number; readonly review: number }> => {
  const count = async (state: ListState) => {
    const row = await db
      .selectFrom('orders')
      .select((eb) => eb.fn.countAll().as('count'))
      .where((eb) => conditionsOf(db, eb, { state, from: '', to: '', demo }, person, now))
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  return { open: await count('open'), review: person.role === 'owner' ? await count('review') : 0 }
}

/** Length of the owner's list, up to a card's limit; without practice orders of a former demo. */
export const listLength = async (
  { db, demo }: DeskCardContext,
  state: Exclude<ListState, 'undelivered'>,
): Promise<number> => {
  const some = db
    .selectFrom('orders')
    .select('id')
    .where('practice', '=', demo ? 1 : 0)
    .where(isOf(db, state))
    .limit(mostCounted)
  const row = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
