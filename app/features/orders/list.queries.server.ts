import { type Kysely, type Selectable, sql } from 'kysely'
import type { OrdersTable, Schema } from '#db/schema.ts'
import { domesticPhone } from '~/kernel/links.ts'
import { closedUp } from '~/kernel/search-text.ts'
import { engineOf, inChunks } from '~/server/database/engine.ts'
import { moneyOfOrders } from './money.queries.server.ts'
import { noMoney, refundsThatCount } from './money.rules.ts'
import { withoutLines } from './queries.server.ts'
import { type ListedOrder, orderStanding } from './standing.rules.ts'
import type { Order, OrderLine, OrderMail } from './types.ts'

const listed = (db: Kysely<Schema>) =>
  db.selectFrom('orders').where('state', 'in', ['paid', 'needs_review', 'awaiting_payment'])

/** `isGivenBack` of money.rules.ts, in SQL. */
export const isAllGivenBack = sql<boolean>`(
  select coalesce(sum(payment.amount), 0) from payment where payment.order_id = orders.id
) between 1 and (
  select coalesce(sum(refund.amount), 0) from refund
  join payment as paid on paid.payment_intent = refund.payment_intent
  where paid.order_id = orders.id and refund.state in (${sql.join(refundsThatCount)})
) + (
  select coalesce(sum(dispute.amount), 0) from dispute
  join payment as paid on paid.payment_intent = dispute.payment_intent
  where paid.order_id = orders.id and dispute.status = 'lost'
)`

/** An order's id is the first word of a mail's subject key. */
export const orderOfMail = (db: Kysely<Schema>, mail: string) => {
  const key = sql.ref(`${mail}.subjectKey`)
  return engineOf(db) === 'postgres'
    ? sql<string>`split_part(${key}, ' ', 1)`
    : sql<string>`substr(${key}, 1, instr(${key} || ' ', ' ') - 1)`
}

/** Mails by order id, oldest first; only the latest of those sent again. */
export const mailsOfOrders = async (
  db: Kysely<Schema>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderMail[]>> => {
  const found = new Map<string, Map<string, OrderMail>>()
  for (const ids of inChunks(orderIds)) {
    const rows = await db
      .selectFrom('mail')
      .select([
        'id',
        'kind',
        'subjectKey',
        'state',
        'subject',
        'createdAt',
        'sentAt',
        'nextAttemptAt',
        'putAsideAt',
      ])
      .where(orderOfMail(db, 'mail'), 'in', ids)
      .where('kind', 'not like', 'owner%')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    for (const { subjectKey, sentAt, nextAttemptAt, putAsideAt, ...mail } of rows) {
      const [orderId = '', ...about] = subjectKey.replace(/ again \d+$/, '').split(' ')
      const ofOrder = found.get(orderId) ?? new Map<string, OrderMail>()
      const key = `${mail.kind} ${about.join(' ')}`
      ofOrder.delete(key)
      found.set(
        orderId,
        ofOrder.set(key, {
          ...mail,
          about: about.join(' '),
          isPutAside: putAsideAt !== null,
          endedAt: mail.state === 'dead' ? nextAttemptAt : sentAt,
          dueAt: mail.state === 'queued' ? nextAttemptAt : null,
        }),
      )
    }
  }
  return new Map([...found].map(([id, mails]) => [id, [...mails.values()]]))
}

/** Not delivered, and not seen to (N106). */
export const isDead = ({ state, isPutAside }: Pick<OrderMail, 'state' | 'isPutAside'>): boolean =>
  state === 'dead' && !isPutAside

export const withStandings = async (
  db: Kysely<Schema>,
  rows: readonly Selectable<OrdersTable>[],
): Promise<ListedOrder[]> => {
  const ids = rows.map(({ id }) => id)
  const moneyOf = await moneyOfOrders(db, ids)
  const mailsOf = await mailsOfOrders(db, ids)
  return rows.map((row) => {
    const money = moneyOf.get(row.id) ?? noMoney
    const isUndelivered = (mailsOf.get(row.id) ?? []).some(isDead)
    return { ...withoutLines(row), money, standing: orderStanding({ ...row, money, isUndelivered }) }
  })
}

/** At most `limit` orders paid or to review, and the number left out: open work, oldest first; then the others, newest first. */
export const ordersForOwner = async (
  db: Kysely<Schema>,
  limit: number,
): Promise<{ readonly orders: readonly ListedOrder[]; readonly leftOut: number }> => {
  const isDone = sql<boolean>`(shipped_at is not null or cancelled_at is not null or ${isAllGivenBack})`
  const rows = await listed(db)
    .selectAll()
    .orderBy(sql`case when ${isDone} then 1 else 0 end`)
    .orderBy(sql`case when ${isDone} then -created_at else created_at end`)
    .orderBy('id')
    .limit(limit)
    .execute()
  const counted = await listed(db)
    .select((eb) => eb.fn.countAll().as('all'))
    .executeTakeFirst()
  return { orders: await withStandings(db, rows), leftOut: Number(counted?.all ?? 0) - rows.length }
}

/** What the former release searches (D51), one line each: number, names, phone, product numbers. This one: `orderSearchOf`. */
export const orderSearchText = ({
  number,
  customer: { name, phone, address },
  lines,
}: Pick<Order, 'number' | 'customer'> & { readonly lines: readonly Pick<OrderLine, 'number'>[] }): string =>
  [number, name, address?.recipient, domesticPhone(phone ?? ''), ...lines.map((line) => line.number)]
    .map((part) => closedUp(part ?? '').slice(0, longestSearchPart))
    .filter((part, at, all) => part !== '' && all.indexOf(part) === at)
    .join('\n')

const longestSearchPart = 100
