import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { disputePhase } from '~/features/orders/money.rules.ts'
import { paidAmount } from '~/features/orders/rules.ts'
import { inTokyo } from '~/kernel/days.ts'
import { yen } from '~/kernel/money.ts'
import { linesHeld } from '~/server/database/held-lines.ts'
import type { DisputeToBook, FeeToBook, OrderToBook, RefundToBook } from './booking.rules.ts'

/** 2026-11-30 in Tokyo, of epoch ms. */
export const dayOf = (moment: number): string => inTokyo(moment).toISOString().slice(0, 10)

const dayOrNull = (moment: number | null): string | null => (moment === null ? null : dayOf(moment))

export interface OrderWithFlags extends OrderToBook {
  readonly practice: boolean
  /** Of a demo, put in with days of before: no month is over for it. */
  readonly isSample: boolean
}

type Db = Transaction<Schema>

const refundsOf = async (db: Db, payments: readonly string[]) => {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'paymentIntent', 'state', 'askedAt', 'amount', 'tax', 'via'])
    .where('paymentIntent', 'in', payments)
    .execute()
  if (rows.length === 0) return []
  const parts = await db
    .selectFrom('refundLine')
    .select(['refundId', 'part', 'amount'])
    .where(
      'refundId',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  const partsOf = Map.groupBy(parts, ({ refundId }) => refundId)
  return rows.map(({ paymentIntent, askedAt, via, ...row }) => {
    const own = partsOf.get(row.id) ?? []
    const isKnown = own.some(({ part }) => part !== 'other')
    const shipping = own.reduce((sum, { part, amount }) => (part === 'shipping' ? sum + amount : sum), 0)
    const refund: RefundToBook = {
      ...row,
      at: askedAt,
      day: dayOf(askedAt),
      shipping: isKnown ? shipping : null,
      isTransfer: via === 'transfer',
    }
    return { paymentIntent, refund }
  })
}

const disputesOf = async (db: Db, payments: readonly string[]) => {
  if (payments.length === 0) return []
  const rows = await db
    .selectFrom('dispute')
    .select([
      'id',
      'paymentIntent',
      'amount',
      'status',
      'withdrawn',
      'takenAt',
      'openedAt',
      'asOf',
      'closedAt',
    ])
    .where('paymentIntent', 'in', payments)
    .execute()
  return rows.map(({ paymentIntent, status, withdrawn, takenAt, openedAt, asOf, closedAt, ...row }) => {
    const phase = disputePhase(status)
    // The former release writes no `taken_at`.
    const taken = takenAt ?? (withdrawn === 1 || phase === 'lost' ? openedAt : null)
    const endedOn = dayOf(closedAt ?? asOf)
    const dispute: DisputeToBook = {
      ...row,
      takenAt: taken,
      takenOn: dayOrNull(taken),
      lostOn: phase === 'lost' ? endedOn : null,
      wonOn: phase === 'over' ? endedOn : null,
    }
    return { paymentIntent, dispute }
  })
}

/** These orders as the ledger counts them, at most one chunk; without what they cannot count, such as those that nobody paid. */
export const ordersToBook = async (db: Db, orderIds: readonly string[]): Promise<OrderWithFlags[]> => {
  if (orderIds.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'orderNumber', 'state', 'total', 'taxIncluded', 'acceptedAmount', 'shipping'])
    .select(['practice', 'source', 'paidAt', 'shippedAt', 'cancelledAt'])
    .where('id', 'in', orderIds)
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select(['paymentIntent', 'orderId', 'amount', 'currency', 'role', 'receivedAt', 'fee'])
    .where('orderId', 'in', orderIds)
    .orderBy('receivedAt')
    .orderBy('paymentIntent')
    .execute()
  const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId)
  const firsts = payments.filter(({ role, currency }) => role === 'first' && currency === 'jpy')
  const numbers = firsts.map(({ paymentIntent }) => paymentIntent)
  const refunds = Map.groupBy(await refundsOf(db, numbers), ({ paymentIntent }) => paymentIntent)
  const disputes = Map.groupBy(await disputesOf(db, numbers), ({ paymentIntent }) => paymentIntent)
  const lines = Map.groupBy(await linesHeld(db, orderIds).execute(), ({ orderId }) => orderId)
  return orders.map((row) => {
    const own = paymentsOf.get(row.id) ?? []
    const first = own.find(({ paymentIntent }) => numbers.includes(paymentIntent))
    const { amount, tax } = paidAmount({
      total: yen(row.total),
      taxIncluded: yen(row.taxIncluded),
      acceptedAmount: row.acceptedAmount,
    })
    return {
      id: row.id,
      number: row.orderNumber,
      isPaid: row.state === 'paid',
      isCancelled: row.cancelledAt !== null,
      amount,
      tax,
      shipping: Math.min(row.shipping, amount),
      paidOn: dayOrNull(row.paidAt),
      shippedOn: dayOrNull(row.shippedAt),
      practice: row.practice === 1,
      isSample: row.source === 'demo',
      payment: first === undefined ? null : { number: first.paymentIntent, amount: first.amount },
      refunds: (refunds.get(first?.paymentIntent ?? '') ?? []).map(({ refund }) => refund),
      disputes: (disputes.get(first?.paymentIntent ?? '') ?? []).map(({ dispute }) => dispute),
      fees: own.flatMap(({ paymentIntent, receivedAt, fee }): FeeToBook[] =>
        fee === null ? [] : [{ paymentNumber: paymentIntent, day: dayOf(receivedAt), fee }],
      ),
      lines: (lines.get(row.id) ?? []).flatMap(({ position, number, name, unitPrice, quantity, free }) =>
        quantity === 0
          ? []
          : [{ position, number, name, units: quantity, amount: free === 1 ? 0 : unitPrice * quantity }],
      ),
    }
  })
}

/** Payments without an order that have a fee, and the orders of the others. */
export const paymentsToBook = async (db: Db, paymentIntents: readonly string[]) => {
  if (paymentIntents.length === 0) return { orderIds: [], alone: [] }
  const rows = await db
    .selectFrom('payment')
    .select(['paymentIntent', 'orderId', 'fee', 'receivedAt', 'livemode'])
    .where('paymentIntent', 'in', paymentIntents)
    .execute()
  return {
    orderIds: rows.flatMap(({ orderId }) => orderId ?? []),
    alone: rows.flatMap(({ orderId, paymentIntent, fee, receivedAt, livemode }) =>
      orderId !== null || fee === null
        ? []
        : [{ paymentNumber: paymentIntent, day: dayOf(receivedAt), fee, practice: livemode === 0 }],
    ),
  }
}
