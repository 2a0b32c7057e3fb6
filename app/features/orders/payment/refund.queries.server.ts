import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { refundsThatCount } from '~/features/orders/money.rules.ts'
import type { MailedRefund } from './mails.rules.ts'
import type { KeptPayment, RefundPart } from './types.ts'

/** Undefined when the buyer is not to be told. */
export const refundForMail = async (db: Kysely<Schema>, id: string): Promise<MailedRefund | undefined> => {
  const refund = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .select(['refund.id', 'refund.amount', 'refund.tax', 'refund.via', 'refund.reason', 'payment.currency'])
    .where('refund.id', '=', id)
    .where('refund.mailsBuyer', '=', 1)
    .executeTakeFirst()
  return refund && { ...refund, parts: await storedRefundParts(db, [id]) }
}

/** In the order of entry. */
export const storedRefundParts = (db: Kysely<Schema>, refundIds: readonly string[]): Promise<RefundPart[]> =>
  refundIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refundLine')
        .select(['refundId', 'part', 'position', 'units', 'amount'])
        .where('refundId', 'in', refundIds)
        .orderBy('refundId')
        .orderBy('ordinal')
        .execute()

const keptPayments = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment')
    .select(['paymentIntent', 'sessionId', 'amount', 'currency', 'livemode', 'receivedAt', 'role'])
    .orderBy('receivedAt')
    .orderBy('paymentIntent')

type Payments = ReturnType<typeof keptPayments>

const withMoney = async (db: Kysely<Schema>, payments: Payments): Promise<KeptPayment[]> => {
  const rows = await payments.execute()
  const ids = rows.map(({ paymentIntent }) => paymentIntent)
  if (ids.length === 0) return []
  const refunds = await db
    .selectFrom('refund')
    .select(['id', 'paymentIntent', 'amount', 'state', 'via', 'tax', 'reason', 'note', 'insteadOf'])
    .select(['failureReason', 'pendingReason', 'askedAt', 'settledAt', 'providerId'])
    .where('paymentIntent', 'in', ids)
    .orderBy('askedAt')
    .orderBy('id')
    .execute()
  const disputes = await db
    .selectFrom('dispute')
    .select(['paymentIntent', 'amount', 'status', 'dueBy'])
    .where('paymentIntent', 'in', ids)
    .orderBy('openedAt')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    refunds: refunds.filter(({ paymentIntent }) => paymentIntent === row.paymentIntent),
    disputes: disputes.filter(({ paymentIntent }) => paymentIntent === row.paymentIntent),
  }))
}

/** First payment first. */
export const paymentsOfOrder = (db: Kysely<Schema>, orderId: string): Promise<KeptPayment[]> =>
  withMoney(db, keptPayments(db).where('orderId', '=', orderId))

/** With or without an order. */
export const paymentOf = async (
  db: Kysely<Schema>,
  paymentIntent: string,
): Promise<KeptPayment | undefined> =>
  (await withMoney(db, keptPayments(db).where('paymentIntent', '=', paymentIntent)))[0]

const mostListed = 100

/** At most 100, the newest last. */
export const paymentsWithoutOrder = (db: Kysely<Schema>): Promise<KeptPayment[]> =>
  withMoney(db, keptPayments(db).where('orderId', 'is', null).limit(mostListed))

export const statesOf = async (
  db: Kysely<Schema>,
  refundIds: readonly string[],
): Promise<'asked' | 'taken' | 'failed'> => {
  if (refundIds.length === 0) return 'taken'
  const rows = await db.selectFrom('refund').select('state').where('id', 'in', refundIds).execute()
  if (rows.some(({ state }) => !refundsThatCount.some((each) => each === state))) return 'failed'
  return rows.some(({ state }) => state === 'asked') ? 'asked' : 'taken'
}

/** `paidAt` in epoch ms. */
export const samplePayments = (
  db: Kysely<Schema>,
): Promise<{ readonly id: string; readonly amount: number; readonly paidAt: number }[]> =>
  db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .where('orders.source', '=', 'demo')
    .select(['payment.paymentIntent as id', 'payment.amount', 'payment.receivedAt as paidAt'])
    .execute()
