import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { OrderLineTable, OrdersTable, Schema } from '#db/schema.ts'
import type { UploadsInUse } from '~/features/pictures/collection.commands.server.ts'
import { uploadNameOf, uploadUrl } from '~/features/pictures/rules.ts'
import { ownPictures } from '~/features/pictures/sources.queries.server.ts'
import type { Member } from '~/kernel/actor.ts'
import { compareCodeUnits } from '~/kernel/kana-order.ts'
import { times, yen } from '~/kernel/money.ts'
import { withoutInvisible } from '~/kernel/text.ts'
import { forUpdate, inChunks } from '~/server/database/engine.ts'
import { heldLinesOf, linesHeld } from '~/server/database/held-lines.ts'
import type { Parcel } from './carriers.rules.ts'
import { moneyOfOrders } from './money.queries.server.ts'
import { noMoney, type OrderMoney } from './money.rules.ts'
import { hasReceipts, namesTokenAndShop, orderNumberFrom, orderNumberLength } from './rules.ts'
import type { TakenBack } from './shipping.rules.ts'
import { buyersStanding } from './standing.rules.ts'
import type {
  DeliveryAddress,
  Issuer,
  NewOrderLine,
  OpenOrder,
  Order,
  OrderEvent,
  OrderLine,
  OwnOrder,
} from './types.ts'

const mostFormer = 20

/** This browser's superseded orders whose payment pages may still be open, newest first, at most 20. */
export const supersededOrders = (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<OpenOrder[]> =>
  db
    .selectFrom('orders')
    .select(['id', 'orderNumber as number', 'sessionId'])
    .where('browserToken', '=', browserToken)
    .where('state', '=', 'pending')
    .where('openKey', 'is', null)
    .where('sessionId', 'is not', null)
    .where('id', '!=', id)
    .orderBy('createdAt', 'desc')
    .limit(mostFormer)
    .execute()

export const isSuperseded = async (
  db: Kysely<Schema>,
  { id, browserToken }: Pick<Order, 'id' | 'browserToken'>,
): Promise<boolean> => {
  const newer = await db
    .selectFrom('orders')
    .select('id')
    .where('browserToken', '=', browserToken)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb.and([eb('id', '=', id), eb('openKey', 'is', null)]),
        eb.and([eb('id', '!=', id), eb('openKey', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** How many payment pages may still be paid at `now` (epoch ms). */
export const openPaymentCount = async (db: Kysely<Schema>, now: number): Promise<number> => {
  const row = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll().as('open'))
    .where('state', '=', 'pending')
    .where('sessionId', 'is not', null)
    .where('sessionExpiresAt', '>', now)
    .executeTakeFirst()
  return Number(row?.open ?? 0)
}

const mostCounted = 10_000

/** Unfinished orders by state, each counted up to 10,000. */
export const openOrderCounts = async (db: Kysely<Schema>): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const state of ['pending', 'awaiting_payment', 'needs_review'] as const) {
    const found = db
      .selectFrom('orders')
      .select('id')
      .where('state', '=', state)
      .limit(mostCounted)
      .as('found')
    const row = await db
      .selectFrom(found)
      .select((eb) => eb.fn.countAll().as('all'))
      .executeTakeFirst()
    counts[state] = Number(row?.all ?? 0)
  }
  return counts
}

type OrderKey = 'id' | 'orderNumber' | 'accessToken' | 'formerTokenHash' | 'sessionId' | 'openKey'

/** Orders of before hold what was typed with it (W46). */
const visibleText = z.string().transform(withoutInvisible)

/** As it is stored; what nobody sees is left out. */
export const deliveryAddress: z.ZodType<DeliveryAddress> = z.object({
  recipient: visibleText,
  postalCode: visibleText,
  prefecture: visibleText,
  city: visibleText,
  line1: visibleText,
  line2: visibleText,
})

const issuer: z.ZodType<Issuer> = z.object({
  name: z.string(),
  legalName: z.string(),
  postalCode: z.string(),
  address: z.string(),
  invoiceNumber: z.string().nullable(),
})

const lineOf = ({ orderId: _id, position: _at, ...row }: Selectable<OrderLineTable>): OrderLine => ({
  ...row,
  unitPrice: yen(row.unitPrice),
  amount: times(yen(row.unitPrice), row.quantity),
  free: row.free === 1,
  picture: row.picture ?? row.imageUrl,
})

/** Stored in the payment page's session, for restoring (S25). */
const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Random, so almost never taken already. */
export const newOrderNumber = (): string =>
  orderNumberFrom([...randomBytes(orderNumberLength)].map((byte) => byte / 256))

export const newAccessToken = (): string => randomBytes(24).toString('base64url')

export const lineRow = (orderId: string, line: NewOrderLine, position: number): OrderLineTable => ({
  ...line,
  orderId,
  position,
  free: line.free ? 1 : 0,
})

export const withoutLines = ({
  carrier: _carrier,
  tracking: _tracking,
  ...row
}: Selectable<OrdersTable>): Omit<Order, 'lines' | 'parcels'> => ({
  ...row,
  number: row.orderNumber,
  from: row.fromView,
  tokenHash: hashOfToken(row.accessToken),
  subtotal: yen(row.subtotal),
  shipping: yen(row.shipping),
  total: yen(row.total),
  taxIncluded: yen(row.taxIncluded),
  practice: row.practice === 1,
  sessionNamesToken: row.sessionNamesToken > 0,
  sessionNamesShop: row.sessionNamesToken === namesTokenAndShop,
  issuer: row.issuer === null ? null : issuer.parse(JSON.parse(row.issuer)),
  customer: {
    name: row.customerName && withoutInvisible(row.customerName),
    email: row.customerEmail,
    phone: row.customerPhone,
    address: row.shippingAddress === null ? null : deliveryAddress.parse(JSON.parse(row.shippingAddress)),
  },
})

export const orderOf = (
  row: Selectable<OrdersTable>,
  lines: readonly Selectable<OrderLineTable>[],
  further: readonly Parcel[] = [],
): Order => ({
  ...withoutLines(row),
  lines: lines.map(lineOf),
  parcels: [
    ...((row.carrier ?? row.tracking) ? [{ carrier: row.carrier, tracking: row.tracking }] : []),
    // The former release, which knows the first alone, may have written a later one's number there.
    ...further.filter(({ tracking }) => tracking !== row.tracking),
  ],
})

/** Of orders with these ids, at most one chunk: their parcels after the first. */
export const furtherParcels = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Parcel[]>> => {
  const rows = await db
    .selectFrom('furtherParcel')
    .select(['orderId', 'carrier', 'tracking'])
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('position')
    .execute()
  const parcels = new Map<string, Parcel[]>(rows.map(({ orderId }) => [orderId, []]))
  for (const { orderId, ...parcel } of rows) parcels.get(orderId)?.push(parcel)
  return parcels
}

const withLines = async (
  db: Kysely<Schema>,
  row: Selectable<OrdersTable> | undefined,
): Promise<Order | undefined> => {
  if (row === undefined) return undefined
  const lines = await linesHeld(db, [row.id]).execute()
  const order = orderOf(row, lines, (await furtherParcels(db, [row.id])).get(row.id))
  const own = await ownPictures(
    db,
    order.lines.flatMap(({ picture }) => picture ?? []),
  )
  return {
    ...order,
    lines: order.lines.map((line) => ({ ...line, picture: own.get(line.picture ?? '') ?? line.picture })),
  }
}

export const orderBy = async (db: Kysely<Schema>, key: OrderKey, value: string): Promise<Order | undefined> =>
  withLines(db, await db.selectFrom('orders').selectAll().where(key, '=', value).executeTakeFirst())

export const lockedOrderBy = async (
  trx: Kysely<Schema>,
  key: OrderKey,
  value: string,
): Promise<Order | undefined> =>
  withLines(
    trx,
    await trx
      .selectFrom('orders')
      .selectAll()
      .where(key, '=', value)
      .$call(forUpdate(trx))
      .executeTakeFirst(),
  )

/** Has whoever changes one of these orders wait until the transaction ends, and the caller until they are done. */
export const lockOrdersNumbered = async (trx: Kysely<Schema>, numbers: readonly string[]): Promise<void> => {
  // Sorted, so that two who lock several never wait for each other.
  for (const some of inChunks([...numbers].sort(compareCodeUnits)))
    await trx
      .selectFrom('orders')
      .select('id')
      .where('orderNumber', 'in', some)
      .orderBy('orderNumber')
      .$call(forUpdate(trx))
      .execute()
}

const shortestToken = 16

/** The order of a token (S14, S23), or of its token before the order was restored (S25). */
export const orderByToken = async (db: Kysely<Schema>, token: string): Promise<Order | undefined> =>
  token.length < shortestToken
    ? undefined
    : ((await orderBy(db, 'accessToken', token)) ?? orderBy(db, 'formerTokenHash', hashOfToken(token)))

const ordersOfAddress = (db: Kysely<Schema>, email: string) =>
  db
    .selectFrom('orders')
    .where(sql`lower(customer_email)`, '=', email)
    .where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])

/** Undefined until the member's address is verified. */
const verifiedAddress = async (db: Kysely<Schema>, { id }: Pick<Member, 'id'>): Promise<string | undefined> =>
  (
    await db
      .selectFrom('member')
      .where('id', '=', id)
      .where('emailVerified', '=', 1)
      .select('email')
      .executeTakeFirst()
  )?.email

/** Numbers of ordered products, newest first, without duplicates (S23). */
export const numbersOrdered = async (
  db: Kysely<Schema>,
  member: Pick<Member, 'id'>,
  limit: number,
): Promise<string[]> => {
  const email = await verifiedAddress(db, member)
  if (email === undefined) return []
  const lines = await ordersOfAddress(db, email)
    .innerJoin(
      heldLinesOf(ordersOfAddress(db, email).select('id')).as('orderLine'),
      'orderLine.orderId',
      'orders.id',
    )
    .select('orderLine.number')
    .where('orderLine.quantity', '>', 0)
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .orderBy('orderLine.position')
    .limit(limit)
    .execute()
  return [...new Set(lines.map(({ number }) => number))]
}

/** Orders with the member's present, verified address (S23), newest first, at most `limit` of `total`. */
export const ordersOfMember = async (
  db: Kysely<Schema>,
  member: Pick<Member, 'id'>,
  limit: number,
): Promise<{ readonly total: number; readonly orders: readonly OwnOrder[] }> => {
  const email = await verifiedAddress(db, member)
  if (email === undefined) return { total: 0, orders: [] }
  const [rows, counted] = await Promise.all([
    ordersOfAddress(db, email).selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute(),
    ordersOfAddress(db, email)
      .select((eb) => eb.fn.countAll().as('total'))
      .executeTakeFirst(),
  ])
  const money = await moneyOfOrders(
    db,
    rows.map(({ id }) => id),
  )
  const orders = rows.map(withoutLines).map((order) => ownOrder(order, money.get(order.id) ?? noMoney))
  return { total: Number(counted?.total ?? 0), orders }
}

const ownOrder = (order: Omit<Order, 'lines' | 'parcels'>, money: OrderMoney): OwnOrder => {
  const { number, accessToken, practice, createdAt, total } = order
  const { short } = buyersStanding({ ...order, money })
  return { number, accessToken, practice, createdAt, total, standing: short, hasReceipts: hasReceipts(order) }
}

export const orderHistory = (db: Kysely<Schema>, orderId: string): Promise<OrderEvent[]> =>
  db
    .selectFrom('orderEvent')
    .select(['happenedAt', 'what', 'actor', 'detail', 'auditId'])
    .where('orderId', '=', orderId)
    .orderBy('happenedAt')
    .orderBy('id')
    .execute()

export const uploadsOfOrders: UploadsInUse = async (db, names) => {
  const urls = names.map(uploadUrl)
  const rows = await db
    .selectFrom('orderLine')
    .select('picture')
    .where('picture', 'in', urls)
    .union(db.selectFrom('orderExchange').select('picture').where('picture', 'in', urls))
    .execute()
  return rows.flatMap(({ picture }) => uploadNameOf(picture ?? '') ?? [])
}

/** The numbers in the text of an event, without their carriers. */
const numbersIn = (text: string | null): string => (text?.match(/[\dA-Z-]*\d[\dA-Z-]*/gi) ?? []).join(' ')

/**
 * How the last shipping of each of these orders was taken back, at once or later with a reason, unless its parcels were written since: what
 * number it has is that of the parcel of before (N87). By id.
 */
export const takenBack = async (
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TakenBack>> => {
  const last = new Map<string, { readonly at: number; readonly how: TakenBack }>()
  const numbers = new Map<string, string>()
  for (const some of inChunks(ids))
    for (const { orderId, what, detail, happenedAt: at } of await db
      .selectFrom('orderEvent')
      .select(['orderId', 'what', 'detail', 'happenedAt'])
      .where('orderId', 'in', some)
      .where('what', 'in', ['shipped', 'unshipped', 'parcel'])
      .orderBy('happenedAt')
      .orderBy('what')
      .execute())
      if (what === 'unshipped') last.set(orderId, { at, how: detail === null ? 'undone' : 'unshipped' })
      else {
        const written = numbersIn(detail)
        // In one moment: the number was written first. Another carrier makes no other number.
        const isOther = written !== numbers.get(orderId)
        if (what === 'parcel' && isOther && (last.get(orderId)?.at ?? at) < at) last.delete(orderId)
        numbers.set(orderId, written)
      }
  return new Map([...last].map(([id, { how }]) => [id, how]))
}
