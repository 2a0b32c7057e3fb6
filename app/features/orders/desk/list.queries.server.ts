import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { isAllGivenBack, orderOfMail, withStandings } from '~/features/orders/list.queries.server.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped, paidAmount } from '~/features/orders/rules.ts'
import { type ReadOrderSearch, readOrderSearch, type SearchTerm } from '~/features/orders/search.rules.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { parseDate } from '~/kernel/dates.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { engineOf, inChunks } from '~/server/database/engine.ts'
import { heldLines } from '~/server/database/held-lines.ts'
import type { DeskCardContext } from '~/server/desk-cards.ts'
import { isOldestFirst, type ListState, mostOthers, standingFor } from './rules.ts'

/** Days such as 2026-11-23, '' for none. */
export interface OrderFilter {
  readonly state: ListState
  readonly q: string
  readonly from: string
  readonly to: string
  /** Number of an order whose buyer's others are listed; '' for all buyers. Only owners ask for it. */
  readonly buyer: string
  readonly count: number
  readonly demo: boolean
}

type Orders = ExpressionBuilder<Schema, 'orders'>

/** SQLite would read all paid orders by their state, for it takes those for few. */
const waiting = (db: Kysely<Schema>) => sql`
  select id from orders ${sql.raw(engineOf(db) === 'sqlite' ? 'indexed by orders_open' : '')}
  where state = 'paid' and shipped_at is null and cancelled_at is null`
const isUnsettled = sql<boolean>`(review_reason is not null or state = 'needs_review') and settled_at is null`
// A negative condition lets SQLite read newest first instead of sorting all.
const isListed = sql<boolean>`state not in ('pending', 'failed', 'expired')`
const isShipped = sql<boolean>`shipped_at is not null`

/** Narrows the search to orders with refunds or disputes. `cross`: SQLite keeps to this order and does not read all payments. */
const withMoneyMoved = sql`
  select payment.order_id from refund cross join payment where payment.payment_intent = refund.payment_intent
  union select payment.order_id from dispute cross join payment where payment.payment_intent = dispute.payment_intent`

const conditions: Readonly<Record<Exclude<ListState, 'undelivered'>, RawBuilder<boolean>>> = {
  open: sql`(review_reason is null or settled_at is not null) and not ${isAllGivenBack}`,
  review: isUnsettled,
  shipped: isShipped,
  over: sql`id in (
      select id from orders where cancelled_at is not null union select order_id from order_return union ${withMoneyMoved}
    ) and (
      cancelled_at is not null or shipped_at is null and ${isAllGivenBack}
      or exists (select 1 from order_return where order_return.order_id = orders.id)
    )`,
  all: isListed,
  awaiting: sql`state = 'awaiting_payment'`,
  returning: sql`id in (select order_id from order_return where arrived_at is null)`,
  disputed: sql`id in (
    select payment.order_id from dispute join payment on payment.payment_intent = dispute.payment_intent
    where dispute.status not in ('won', 'lost', 'prevented', 'warning_closed')
  )`,
  'refund-failed': sql`id in (
    select payment.order_id from refund join payment on payment.payment_intent = refund.payment_intent
    where refund.state = 'failed' and not exists (
      select 1 from refund as later where later.instead_of = refund.id and later.state in (${sql.join(refundsThatCount)})
    )
  )`,
}

/** A later mail of the same kind replaces a failed one. */
const isUndelivered = (db: Kysely<Schema>) => sql<boolean>`id in (
  select ${orderOfMail(db, 'dead')} from mail as dead where dead.state = 'dead' and dead.put_aside_at is null and dead.kind not like 'owner%'
  and not exists (
    select 1 from mail as later where later.kind = dead.kind and later.created_at > dead.created_at
    and ${orderOfMail(db, 'later')} = ${orderOfMail(db, 'dead')}
  )
)`

/** The orders that packers may see (N12). */
const packersOwn = (db: Kysely<Schema>, now: number) => sql<boolean>`id in (
  ${waiting(db)} union all select id from orders where shipped_at > ${now - packerSeesMs.order}
) and state || '' = 'paid' and (shipped_at is not null or not ${isAllGivenBack})`

const isOf = (db: Kysely<Schema>, state: ListState) => {
  if (state === 'undelivered') return isUndelivered(db)
  return state === 'open'
    ? sql<boolean>`(id in (${waiting(db)}) and ${conditions.open})`
    : sql<boolean>`(${conditions[state]})`
}

/** What was typed, over the orders `orders` and their texts `found`. */
const matches = (search: ReadOrderSearch, { role }: Pick<DeskPerson, 'role'>, now: number) => {
  const isOwner = role === 'owner'
  const seesPlace = isOwner
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(orders.shipped_at is null or orders.shipped_at > ${now - packerSeesMs.address})`
  const none = sql<boolean>`1 = 0`
  const any = (parts: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`(${sql.join([none, ...parts], sql` or `)})`
  const all = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`
  const like = (column: RawBuilder<unknown>, pattern: string) =>
    sql<boolean>`${column} like ${pattern} escape '\\'`
  const has = ({ patterns }: SearchTerm) =>
    any([
      ...patterns.map((pattern) => like(sql`found.text`, pattern)),
      all([seesPlace, any(patterns.map((pattern) => like(sql`found.place`, pattern)))]),
    ])
  const costs = (yen: number) =>
    isOwner ? sql<boolean>`coalesce(orders.accepted_amount, orders.total) = ${yen}` : none
  const { sum, sumOrNumber, whole, words, email } = search
  const typed = any([
    ...(whole === undefined ? [] : [has(whole)]),
    ...(words.length === 0 ? [] : [all(words.map(has))]),
    ...(email === null || !isOwner ? [] : [like(sql`found.email`, email)]),
    ...(sumOrNumber === null ? [] : [costs(sumOrNumber)]),
  ])
  return all([...(sum === null ? [] : [costs(sum)]), ...(search.isEmpty ? [sql<boolean>`1 = 1`] : [typed])])
}

const dayMs = 86_400_000

/** Orders with the same e-mail address or telephone number, besides this one. */
const ofSameBuyer = ({ id, customer: { email, phone } }: Pick<Order, 'id' | 'customer'>) => {
  const domestic = domesticPhone(phone ?? '')
  const spellings = [phone ?? '', domestic, `+81${domestic.slice(1)}`]
  const none = sql<boolean>`1 = 0`
  const ofEmail = email ? sql<boolean>`lower(customer_email) = ${email.toLowerCase()}` : none
  const ofPhone = phone ? sql<boolean>`customer_phone in (${sql.join(spellings)})` : none
  return sql<boolean>`id in (select id from orders where ${ofEmail} union all select id from orders where ${ofPhone})
    and id != ${id} and ${isListed}`
}

/** How many others there are, at most `mostOthers`. */
export const othersOfBuyer = async (
  db: Kysely<Schema>,
  order: Pick<Order, 'id' | 'customer'>,
): Promise<number> =>
  (await db.selectFrom('orders').select('id').where(ofSameBuyer(order)).limit(mostOthers).execute()).length

/** The day under which a list shows an order. */
const dayColumn = (state: ListState) => (state === 'shipped' ? 'shippedAt' : 'createdAt')

const conditionsOf = (
  db: Kysely<Schema>,
  eb: Orders,
  { state, from, to, demo }: Pick<OrderFilter, 'state' | 'from' | 'to' | 'demo'>,
  { role }: Pick<DeskPerson, 'role'>,
  now: number,
) => {
  const at = dayColumn(state)
  const [since, until] = [parseDate(from), parseDate(to)]
  return eb.and([
    isOf(db, state),
    // Practice orders of a former demo need no work, so only the list of all orders shows them.
    ...(state === 'all' ? [] : [eb('practice', '=', demo ? 1 : 0)]),
    ...(role === 'owner' ? [] : [sql<boolean>`(${packersOwn(db, now)})`]),
    ...(since === null ? [] : [eb(at, '>=', since)]),
    ...(until === null ? [] : [eb(at, '<', until + dayMs)]),
  ])
}

const unitsOf = async (db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
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

const rowsOf = async (db: Kysely<Schema>, ids: readonly string[]) => {
  const rows = new Map<string, Selectable<OrdersTable>>()
  for (const some of inChunks(ids))
    for (const row of await db.selectFrom('orders').selectAll().where('id', 'in', some).execute())
      rows.set(row.id, row)
  return ids.flatMap((id) => rows.get(id) ?? [])
}

interface Place {
  readonly id: string
  /** Epoch ms. */
  readonly at: number
}

/** Looked at in one piece, about 10 ms on SQLite, where pages wait meanwhile. */
const ordersAtOnce = 1_000
/** A search ends there and says so. */
const mostLookedAt = 200_000

const isAfter = (eb: Orders, column: 'shippedAt' | 'createdAt', { id, at }: Place, fromOldest: boolean) =>
  eb.and([eb(column, fromOldest ? '>=' : '<=', at), eb.or([eb(column, '!=', at), eb('id', '>', id)])])

/** Ids in the list's order, because an order has kilobytes of text; `lookedTo` is where a search ended before the list did. */
const idsFound = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  filter: OrderFilter,
  now: number,
): Promise<{ readonly ids: readonly string[]; readonly lookedTo: number | null }> => {
  const search = filter.q === '' ? null : readOrderSearch(filter.q, now)
  const buyer =
    filter.buyer === '' ? undefined : await orderBy(db, 'orderNumber', orderNumberTyped(filter.buyer))
  if (filter.buyer !== '' && (buyer === undefined || person.role !== 'owner'))
    return { ids: [], lookedTo: null }
  const column = dayColumn(filter.state)
  const fromOldest = isOldestFirst(filter.state)
  const most = filter.count + 1
  const listed = (after: Place | null, limit: number) =>
    db
      .selectFrom('orders')
      .select((eb) => ['orders.id', eb.ref(column).$notNull().as('at')])
      .where((eb) => conditionsOf(db, eb, filter, person, now))
      .$if(buyer !== undefined, (query) =>
        query.where(buyer === undefined ? sql<boolean>`1 = 0` : ofSameBuyer(buyer)),
      )
      .$if(search !== null && search.day !== null, (query) =>
        query.where(column, '>=', search?.day ?? 0).where(column, '<', (search?.day ?? 0) + dayMs),
      )
      .$if(after !== null, (query) =>
        query.where((eb) => isAfter(eb, column, after ?? { id: '', at: 0 }, fromOldest)),
      )
      .orderBy(column, fromOldest ? 'asc' : 'desc')
      .orderBy('id')
      .limit(limit)
  if (search === null || (search.isEmpty && search.sum === null))
    return { ids: (await listed(null, most).execute()).map(({ id }) => id), lookedTo: null }
  const matching = matches(search, person, now)
  const order = sql.raw(fromOldest ? 'asc' : 'desc')
  const ids: string[] = []
  let after: Place | null = null
  for (let looked = 0; looked < mostLookedAt; looked += ordersAtOnce) {
    const { rows }: { rows: readonly (Place & { readonly ends: number })[] } = await sql<
      Place & { readonly ends: number }
    >`select id, at, ends from (with portion as materialized ${listed(after, ordersAtOnce)}, matching as (
        select portion.id, portion.at from portion join orders on orders.id = portion.id
        join order_search as found on found.order_id = portion.id where ${matching}
        order by portion.at ${order}, portion.id limit ${most - ids.length}
      ), the_end as (
        select id, at from portion order by at ${order}, id limit 1 offset ${ordersAtOnce - 1}
      )
      select id, at, 0 as ends from matching union all select id, at, 1 as ends from the_end) as looked
      order by ends, at ${order}, id`.execute(db)
    ids.push(...rows.filter(({ ends }) => ends === 0).map(({ id }) => id))
    const end = rows.find(({ ends }) => ends === 1)
    if (end === undefined || ids.length >= most) return { ids, lookedTo: null }
    after = { id: end.id, at: Number(end.at) }
    await setImmediate()
  }
  return { ids, lookedTo: after?.at ?? null }
}

/** The first `filter.count` orders that this person may see, and whether there are more. */
export const deskOrders = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  filter: OrderFilter,
  now: number,
) => {
  const at = dayColumn(filter.state)
  const found = await idsFound(db, person, filter, now)
  const ids = found.ids.slice(0, filter.count)
  const shown = await rowsOf(db, ids)
  const units = await unitsOf(db, ids)
  const orders = await withStandings(db, shown)
  return {
    hasMore: found.ids.length > filter.count,
    lookedTo: found.lookedTo,
    orders: orders.map((order) => ({
      number: order.number,
      practice: order.practice,
      name: order.customer.name ?? order.customer.address?.recipient ?? null,
      units: units.get(order.id) ?? 0,
      total: person.role === 'owner' ? paidAmount(order).amount : null,
      standing: standingFor(order.standing, person.role),
      at: (at === 'shippedAt' ? order.shippedAt : null) ?? order.createdAt,
    })),
  }
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
