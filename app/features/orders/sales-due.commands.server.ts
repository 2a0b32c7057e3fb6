import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { forUpdateSkipLocked } from '~/server/database/engine.ts'

export type SalesSubject = { readonly orderId: string } | { readonly paymentIntent: string }

const subjectOf = (of: SalesSubject): string =>
  'orderId' in of ? `order:${of.orderId}` : `payment:${of.paymentIntent}`

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
}

/** At most `limit` of what is due, taken out of the list in the caller's transaction; what is being changed just now is left for later. */
export const takeDueSales = async (
  trx: Transaction<Schema>,
  limit: number,
): Promise<DueSales & { readonly count: number }> => {
  const rows = await trx
    .selectFrom('salesDue')
    .select('subject')
    .orderBy('subject')
    .limit(limit)
    .$call(forUpdateSkipLocked(trx))
    .execute()
  const subjects = rows.map(({ subject }) => subject)
  if (subjects.length > 0) await trx.deleteFrom('salesDue').where('subject', 'in', subjects).execute()
  const named = (prefix: string) =>
    subjects.flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []))
  return { orderIds: named('order:'), paymentIntents: named('payment:'), count: subjects.length }
}
