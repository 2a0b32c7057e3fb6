import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { forUpdateSkipLocked } from '~/server/database/engine.ts'

export type SalesSubject = { readonly orderId: string } | { readonly paymentIntent: string }

const orderPrefix = 'order:'
const paymentPrefix = 'payment:'

const subjectOf = (of: SalesSubject): string =>
  'orderId' in of ? `${orderPrefix}${of.orderId}` : `${paymentPrefix}${of.paymentIntent}`

/**
 * Notes, in the transaction that changes it, that what an order or a payment counts in the month may be another sum now (M25). The row is locked
 * where it is there, so that who books it meanwhile, without seeing this change, cannot take it away.
 */
export const salesAreDue = async (trx: Transaction<Schema>, of: SalesSubject): Promise<void> => {
  await trx
    .insertInto('salesDue')
    .values({ subject: subjectOf(of) })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((eb) => ({ subject: eb.ref('excluded.subject') })),
    )
    .execute()
}

/** Notes the orders and payments of what came in or went back since `since` (epoch ms), whoever wrote it (M25). */
export const salesSinceAreDue = async (trx: Transaction<Schema>, since: number): Promise<void> => {
  const came = trx
    .selectFrom('payment')
    .where('receivedAt', '>=', since)
    .select((eb) =>
      eb.fn
        .coalesce(sql<string>`'order:' || order_id`, sql<string>`'payment:' || payment_intent`)
        .as('subject'),
    )
  const wentBack = trx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .where('refund.askedAt', '>=', since)
    .where('payment.orderId', 'is not', null)
    .select(sql<string>`'order:' || payment.order_id`.as('subject'))
  await trx
    .insertInto('salesDue')
    .columns(['subject'])
    .expression(came.union(wentBack))
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
}

export interface DueSales {
  readonly orderIds: readonly string[]
  readonly paymentIntents: readonly string[]
  /** More may be due than was looked at. */
  readonly hasMore: boolean
}

const named = (subjects: readonly string[], prefix: string): readonly string[] =>
  subjects.flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []))

/** The order that each of these subjects is about; none for a payment without one. */
const ordersOf = async (
  trx: Transaction<Schema>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const intents = named(subjects, paymentPrefix)
  const payments =
    intents.length === 0
      ? []
      : await trx
          .selectFrom('payment')
          .select(['paymentIntent', 'orderId'])
          .where('paymentIntent', 'in', intents)
          .execute()
  const orders = new Map(named(subjects, orderPrefix).map((id) => [`${orderPrefix}${id}`, id]))
  for (const { paymentIntent, orderId } of payments)
    if (orderId !== null) orders.set(`${paymentPrefix}${paymentIntent}`, orderId)
  return orders
}

/** The subjects of which no order is being changed just now; those orders are locked. */
const freeSubjects = async (trx: Transaction<Schema>, subjects: readonly string[]): Promise<string[]> => {
  const orderOf = await ordersOf(trx, subjects)
  const ids = [...new Set(orderOf.values())]
  if (ids.length === 0) return [...subjects]
  const orders = trx.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id')
  const there = await orders.execute()
  const locked = new Set((await orders.$call(forUpdateSkipLocked(trx)).execute()).map(({ id }) => id))
  const busy = new Set(there.flatMap(({ id }) => (locked.has(id) ? [] : [id])))
  return subjects.filter((subject) => !busy.has(orderOf.get(subject) ?? ''))
}

/**
 * At most `limit` of what is due, taken out of the list in the caller's transaction. Their orders are locked before it, as by every act that
 * notes one as due, so that neither waits for the other in a circle; what is being changed just now is left for later.
 */
export const takeDueSales = async (trx: Transaction<Schema>, limit: number): Promise<DueSales> => {
  const due = trx.selectFrom('salesDue').select('subject').orderBy('subject')
  const looked = await due.limit(limit).execute()
  const free = await freeSubjects(
    trx,
    looked.map(({ subject }) => subject),
  )
  const rows =
    free.length === 0 ? [] : await due.where('subject', 'in', free).$call(forUpdateSkipLocked(trx)).execute()
  const subjects = rows.map(({ subject }) => subject)
  if (subjects.length > 0) await trx.deleteFrom('salesDue').where('subject', 'in', subjects).execute()
  return {
    orderIds: named(subjects, orderPrefix),
    paymentIntents: named(subjects, paymentPrefix),
    hasMore: looked.length === limit && subjects.length > 0,
  }
}
