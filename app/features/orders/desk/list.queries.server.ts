import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import {
  isAllGivenBack,
  orderOfMail,
  orderSearches,
  withStandings,
} from '~/features/orders/list.queries.server.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import { paidAmount } from '~/features/orders/rules.ts'
import { packerSeesMs } from '~/features/orders/shipping.rules.ts'
import type { DeskPerson } from '~/kernel/actor.ts'
import { parseDate } from '~/kernel/dates.ts'
import { mostCounted } from '~/kernel/desk-card.ts'
import { nfkc, withoutInvisible } from '~/kernel/text.ts'
import { inChunks } from '~/server/database/engine.ts'
import type { DeskCardContext } from '~/server/desk-cards.ts'
import { type ListState, standingFor } from './rules.ts'

/** Days such as 2026-11-23, '' for none. */
export interface OrderFilter {
  readonly state: ListState
  readonly q: string
  readonly from: string
  readonly to: string
  readonly count: number
  readonly demo: boolean
}

type Orders = ExpressionBuilder<Schema, 'orders'>

// Same spelling as in the migration's partial indexes, or they are not used.
const isWaiting = sql<boolean>`state = 'paid' and shipped_at is null and cancelled_at is null`
const isUnsettled = sql<boolean>`(review_reason is not null or state = 'needs_review') and settled_at is null`
// A negative condition lets SQLite read newest first instead of sorting all.
const isListed = sql<boolean>`state not in ('pending', 'failed', 'expired')`
const isShipped = sql<boolean>`shipped_at is not null`

/** Narrows the search to orders with refunds or disputes. */
const withMoneyMoved = sql`
  select payment.order_id from refund join payment on payment.payment_intent = refund.payment_intent
  union select payment.order_id from dispute join payment on payment.payment_intent = dispute.payment_intent`

const conditions: Readonly<Record<Exclude<ListState, 'undelivered'>, ReturnType<typeof sql<boolean>>>> = {
  open: sql`${isWaiting} and (review_reason is null or settled_at is not null) and not ${isAllGivenBack}`,
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
const packersOwn = (now: number) => sql<boolean>`state = 'paid' and (
  shipped_at > ${now - packerSeesMs.order}
  or shipped_at is null and cancelled_at is null and not ${isAllGivenBack}
)`

const like = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One index for all texts, so that the cost does not depend on the number of matches (N11). */
const isFound = (typed: string, role: DeskPerson['role']) => {
  const { whole, words } = orderSearches(typed)
  const inText = (text: string) => sql<boolean>`search_text like ${like(text)} escape '\\'`
  const everyWord =
    words.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(words.map(inText), sql` and `)})`
  const email =
    role === 'owner'
      ? sql<boolean>`lower(customer_email) like ${like(withoutInvisible(nfkc(typed)).toLowerCase())} escape '\\'`
      : sql<boolean>`1 = 0`
  const ofWhole =
    whole === ''
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(${inText(whole)} or tracking like ${like(whole)} escape '\\' or id in (
          select order_id from further_parcel where tracking like ${like(whole)} escape '\\'
        ))`
  return sql<boolean>`orders.id in (
    select id from orders where search_text is not null and (${ofWhole} or ${everyWord} or ${email})
  )`
}

const dayMs = 86_400_000

const conditionsOf = (
  db: Kysely<Schema>,
  eb: Orders,
  { state, q, from, to, demo }: OrderFilter,
  { role }: Pick<DeskPerson, 'role'>,
  now: number,
) => {
  const at = state === 'shipped' ? 'shippedAt' : 'createdAt'
  const [since, until] = [parseDate(from), parseDate(to)]
  return eb.and([
    state === 'undelivered' ? isUndelivered(db) : sql<boolean>`(${conditions[state]})`,
    // Practice orders of a former demo need no work, so only the list of all orders shows them.
    ...(state === 'all' ? [] : [eb('practice', '=', demo ? 1 : 0)]),
    ...(role === 'owner' ? [] : [sql<boolean>`(${packersOwn(now)})`]),
    ...(q === '' ? [] : [isFound(q, role)]),
    ...(since === null ? [] : [eb(at, '>=', since)]),
    ...(until === null ? [] : [eb(at, '<', until + dayMs)]),
  ])
}

/** Lists of open work begin with the oldest order, others with the newest. */
const oldestFirst: readonly ListState[] = [
  'open',
  'review',
  'awaiting',
  'returning',
  'disputed',
  'refund-failed',
]

const unitsOf = async (db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const units = new Map<string, number>()
  for (const some of inChunks(ids)) {
    const rows = await db
      .selectFrom('orderLine')
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

/** The first `filter.count` orders that this person may see, and whether there are more. */
export const deskOrders = async (
  db: Kysely<Schema>,
  person: Pick<DeskPerson, 'role'>,
  filter: OrderFilter,
  now: number,
) => {
  const at = filter.state === 'shipped' ? 'shippedAt' : 'createdAt'
  const direction = oldestFirst.includes(filter.state) ? 'asc' : 'desc'
  // Sorts ids only, because an order has kilobytes of text.
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => conditionsOf(db, eb, filter, person, now))
    .orderBy(at, direction)
    .orderBy('id')
    .limit(filter.count + 1)
    .execute()
  const ids = found.slice(0, filter.count).map(({ id }) => id)
  const shown = await rowsOf(db, ids)
  const units = await unitsOf(db, ids)
  const orders = await withStandings(db, shown)
  return {
    hasMore: found.length > filter.count,
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
      .where((eb) => conditionsOf(db, eb, { state, q: '', from: '', to: '', count: 0, demo }, person, now))
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
    .where(sql<boolean>`(${conditions[state]})`)
    .limit(mostCounted)
  const row = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
