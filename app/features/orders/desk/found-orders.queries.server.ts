import { setImmediate } from 'node:timers/promises'
import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isAllGivenBack, orderOfMail } from '~/features/orders/list.queries.server.ts'
import { isOwedRefund } from '~/features/orders/money.queries.server.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { orderBy } from '~/features/orders/queries.server.ts'
import { orderNumberTyped } from '~/features/orders/rules.ts'
import { type ReadOrderSearch, readOrderSearch, type SearchTerm } from '~/features/orders/search.rules.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import type { Order } from '~/features/orders/types.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { machineDate, parseDate } from '~/kernel/dates.ts'
import { inTokyo, startOfDay } from '~/kernel/days.ts'
import type { SortDirection } from '~/kernel/desk-list.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { nfkc } from '~/kernel/text.ts'
import { engineOf } from '~/server/database/engine.ts'
import { heldLinesOfEach } from '~/server/database/held-lines.ts'
import { isOldestFirst, type ListState, mostOthers, type OrderFilter, type OrderNarrow } from './rules.ts'

type Orders = ExpressionBuilder<Schema, 'orders'>

/** SQLite would read all paid orders by their state, for it takes those for few. */
const waiting = (db: Kysely<Schema>) => sql`
  select id from orders ${sql.raw(engineOf(db) === 'sqlite' ? 'indexed by orders_open' : '')}
  where state = 'paid' and shipped_at is null and cancelled_at is null`
const isUnsettled = sql<boolean>`(review_reason is not null or state = 'needs_review') and settled_at is null`
// A negative condition lets SQLite read newest first instead of sorting all.
const isListed = sql<boolean>`state not in ('pending', 'failed', 'expired')`
const isShipped = sql<boolean>`shipped_at is not null`

/** The order of each refund or dispute, looked up one by one: for a join either engine may read all payments. */
const orderOf = (table: 'refund' | 'dispute') =>
  sql`(select payment.order_id from payment where payment.payment_intent = ${sql.ref(table)}.payment_intent) from ${sql.table(table)}`

/** Narrows the search to orders with refunds or disputes. */
const withMoneyMoved = sql`select ${orderOf('refund')} union select ${orderOf('dispute')}`

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
    select ${orderOf('dispute')} where dispute.status not in ('won', 'lost', 'prevented', 'warning_closed')
  )`,
  'refunded-in-part': sql`id in (
    select ${orderOf('refund')} where refund.state in (${sql.join(refundsThatCount)})
  ) and not ${isAllGivenBack}`,
  'refund-failed': sql`id in (
    select ${orderOf('refund')} where ${isOwedRefund}
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

export const isOf = (db: Kysely<Schema>, state: ListState) => {
  if (state === 'undelivered') return isUndelivered(db)
  return state === 'open'
    ? sql<boolean>`(id in (${waiting(db)}) and ${conditions.open})`
    : sql<boolean>`(${conditions[state]})`
}

/** Whether she may see where an order goes (N12). */
const seesPlace = (isOwner: boolean, now: number) =>
  isOwner
    ? sql<boolean>`1 = 1`
    : sql<boolean>`(orders.shipped_at is null or orders.shipped_at > ${now - packerSeesMs.address})`

/** What was typed, over the orders `orders` and their texts `found`. */
const matches = (search: ReadOrderSearch, { role }: Pick<DeskPerson, 'role'>, now: number) => {
  const isOwner = role === 'owner'
  const none = sql<boolean>`1 = 0`
  const any = (parts: readonly RawBuilder<boolean>[]) =>
    sql<boolean>`(${sql.join([none, ...parts], sql` or `)})`
  const all = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(parts, sql` and `)})`
  const like = (column: RawBuilder<unknown>, pattern: string) =>
    sql<boolean>`${column} like ${pattern} escape '\\'`
  const has = ({ patterns }: SearchTerm) =>
    any([
      ...patterns.map((pattern) => like(sql`found.text`, pattern)),
      all([seesPlace(isOwner, now), any(patterns.map((pattern) => like(sql`found.place`, pattern)))]),
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
export const dayColumn = (state: ListState) => (state === 'shipped' ? 'shippedAt' : 'createdAt')

/** Epoch ms at which a period of the filter begins. */
const startOf = (period: string | undefined, now: number): number | null => {
  if (period === 'today') return startOfDay(now)
  if (period === '7days') return startOfDay(now) - 6 * dayMs
  return period === 'month' ? startOfDay(now) - (inTokyo(now).getUTCDate() - 1) * dayMs : null
}

/** The same list with its period as days, which tomorrow are the same. */
export const inDays = (filter: OrderFilter, now: number): OrderFilter => {
  const { period, ...narrow } = filter.narrow ?? {}
  const start = startOf(period, now)
  const [first, today] = [start === null ? null : machineDate(start), machineDate(now)]
  if (first === null || today === null) return filter
  // Days such as 2026-11-23 stand in their order as texts too.
  return {
    ...{ ...filter, narrow, from: first > filter.from ? first : filter.from },
    to: filter.to !== '' && filter.to < today ? filter.to : today,
  }
}

export const conditionsOf = (
  db: Kysely<Schema>,
  eb: Orders,
  { state, from, to, demo, narrow }: Pick<OrderFilter, 'state' | 'from' | 'to' | 'demo' | 'narrow'>,
  { role }: Pick<DeskPerson, 'role'>,
  now: number,
) => {
  const at = dayColumn(state)
  const [since, until, start] = [parseDate(from), parseDate(to), startOf(narrow?.period, now)]
  return eb.and([
    isOf(db, state),
    // Practice orders of a former demo need no work, so only the list of all orders shows them.
    ...(state === 'all' ? [] : [eb('practice', '=', demo ? 1 : 0)]),
    ...(role === 'owner' ? [] : [sql<boolean>`(${packersOwn(db, now)})`]),
    ...(since === null ? [] : [eb(at, '>=', since)]),
    ...(start === null ? [] : [eb(at, '>=', start)]),
    ...(until === null ? [] : [eb(at, '<', until + dayMs)]),
  ])
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** What only reading an order itself tells; none where nothing of it is asked for. */
const narrowed = (
  { goods, prefecture, least, most, noted, unnumbered }: OrderNarrow,
  { role }: Pick<DeskPerson, 'role'>,
  now: number,
): RawBuilder<boolean>[] => {
  const paid = sql`coalesce(orders.accepted_amount, orders.total)`
  const isOwner = role === 'owner'
  const found: readonly (RawBuilder<boolean> | false | '' | undefined)[] = [
    goods &&
      sql<boolean>`exists (select 1 from ${heldLinesOfEach} as held where held.quantity > 0
        and (upper(held.number) = ${nfkc(goods).toUpperCase()} or lower(held.name) like ${containing(goods.toLowerCase())} escape '\\'))`,
    prefecture &&
      sql<boolean>`orders.shipping_address like ${containing(JSON.stringify({ prefecture }).slice(1, -1))} escape '\\'`,
    prefecture && seesPlace(isOwner, now),
    isOwner && least && sql<boolean>`${paid} >= ${Number(least)}`,
    isOwner && most && sql<boolean>`${paid} <= ${Number(most)}`,
    noted && sql<boolean>`exists (select 1 from order_note where order_note.order_id = orders.id)`,
    unnumbered && sql<boolean>`coalesce(orders.tracking, '') = ''`,
  ]
  return found.filter((each) => typeof each === 'object')
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

/** Lists count, add up and sort as many at most; what is more is said to be more. */
export const mostCounted = 1_000
/** Once there are enough for the page, so many are looked at to count the others. */
const lookedAtToCount = 5_000

export interface FoundOrders {
  /** In the list's order. */
  readonly ids: readonly string[]
  /** There may be more than these. */
  readonly isMore: boolean
  /** Epoch ms where a search ended before there were enough; null where it did not. */
  readonly lookedTo: number | null
}

/** Ids alone, because an order has kilobytes of text; a search goes on until there are `enough`, of at most `counted`. `direction` is that of its days. */
export const ordersFound = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  filter: OrderFilter,
  now: number,
  enough: number,
  direction: SortDirection = isOldestFirst(filter.state) ? 'asc' : 'desc',
  counted = mostCounted,
): Promise<FoundOrders> => {
  const search = filter.q === '' ? null : readOrderSearch(filter.q, now)
  const buyer =
    filter.buyer === '' ? undefined : await orderBy(db, 'orderNumber', orderNumberTyped(filter.buyer))
  if (filter.buyer !== '' && (buyer === undefined || person.role !== 'owner'))
    return { ids: [], isMore: false, lookedTo: null }
  const column = dayColumn(filter.state)
  const most = counted + 1
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
        query.where((eb) => isAfter(eb, column, after ?? { id: '', at: 0 }, direction === 'asc')),
      )
      .orderBy(column, direction)
      .orderBy('id')
      .limit(limit)
  const upTo = (ids: readonly string[], isMore = false): FoundOrders => ({
    ids: ids.slice(0, counted),
    isMore: isMore || ids.length > counted,
    lookedTo: null,
  })
  const narrow = narrowed(filter.narrow ?? {}, person, now)
  const isSearch = search !== null && !(search.isEmpty && search.sum === null)
  if (!isSearch && narrow.length === 0) return upTo((await listed(null, most).execute()).map(({ id }) => id))
  const texts = isSearch ? sql`join order_search as found on found.order_id = portion.id` : sql``
  const matching = sql.join([...narrow, ...(isSearch ? [matches(search, person, now)] : [])], sql` and `)
  const order = sql.raw(direction)
  const ids: string[] = []
  let after: Place | null = null
  for (let looked = 0; looked < mostLookedAt; looked += ordersAtOnce) {
    const { rows }: { rows: readonly (Place & { readonly ends: number })[] } = await sql<
      Place & { readonly ends: number }
    >`select id, at, ends from (with portion as materialized ${listed(after, ordersAtOnce)}, matching as (
        select portion.id, portion.at from portion join orders on orders.id = portion.id
        ${texts} where ${matching}
        order by portion.at ${order}, portion.id limit ${most - ids.length}
      ), the_end as (
        select id, at from portion order by at ${order}, id limit 1 offset ${ordersAtOnce - 1}
      )
      select id, at, 0 as ends from matching union all select id, at, 1 as ends from the_end) as looked
      order by ends, at ${order}, id`.execute(db)
    ids.push(...rows.filter(({ ends }) => ends === 0).map(({ id }) => id))
    const end = rows.find(({ ends }) => ends === 1)
    if (end === undefined || ids.length >= most) return upTo(ids)
    if (ids.length >= enough && looked + ordersAtOnce >= lookedAtToCount) return upTo(ids, true)
    after = { id: end.id, at: Number(end.at) }
    await setImmediate()
  }
  return { ids, isMore: true, lookedTo: after?.at ?? null }
}
