import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { isUnreplaced } from '~/features/orders/money.queries.server.ts'
import { disputePhase, inYen, refundsThatCount } from '~/features/orders/money.rules.ts'
import { shopState } from '~/server/shop-state.ts'
import { dayOf } from './facts.queries.server.ts'
import { nextMonth } from './rules.ts'

/** One thing in which the shop and the provider do not agree, or that nobody has decided yet (M30). */
export interface Difference {
  /** '' for money without an order. */
  readonly orderNumber: string
  readonly day: string
  readonly text: string
}

export interface Reconciliation {
  readonly differences: readonly Difference[]
  /** More than these are there. */
  readonly hasMore: boolean
  /** Payments of the month, and how many of their fees the provider has not told yet. */
  readonly payments: number
  readonly feesMissing: number
  /** Epoch ms of the last comparison with the provider's own list; null before the first. */
  readonly comparedAt: number | null
  /** That was after the month, or of these days while it runs: else nobody knows yet whether the provider has more. */
  readonly isCompared: boolean
}

interface LedgerContext {
  readonly db: Kysely<Schema>
  readonly demo: boolean
  readonly now: () => number
}

const most = 50
const dayMs = 86_400_000

const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00+09:00`)

const within =
  (month: string) =>
  (column: 'orders.paidAt' | 'payment.receivedAt' | 'refund.askedAt' | 'dispute.openedAt') =>
    sql<boolean>`${sql.ref(column)} >= ${startOf(month)} and ${sql.ref(column)} < ${startOf(nextMonth(month))}`

/** Ignores practice payments of a former demo (S11); money without an order is always told. */
const practised = (demo: boolean) =>
  sql<boolean>`coalesce(orders.practice, ${demo ? 1 : 0}) = ${demo ? 1 : 0}`

/** Without statistics SQLite would read every order that was ever paid. */
const isPaid = sql<boolean>`orders.state || '' = 'paid'`

/** Paid orders whose payment is not known, has another sum, or is not on the provider's list. */
const ordersAtOdds = async ({ db, demo }: LedgerContext, month: string): Promise<Difference[]> => {
  const sumOf = (eb: ExpressionBuilder<Schema, 'orders'>) =>
    eb.fn.coalesce('orders.acceptedAmount', 'orders.total')
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payment', (join) =>
      join.onRef('payment.orderId', '=', 'orders.id').on('payment.role', '=', 'first'),
    )
    .select(['orders.orderNumber', 'orders.paidAt', 'orders.reviewReason', 'orders.settledAt'])
    .select(['payment.amount', 'payment.currency'])
    .select((eb) => sumOf(eb).as('sum'))
    .where(within(month)('orders.paidAt'))
    .where('orders.practice', '=', demo ? 1 : 0)
    .where(isPaid)
    .where((eb) =>
      eb.or([
        eb('payment.amount', 'is', null),
        eb('payment.amount', '!=', sumOf(eb)),
        eb('payment.currency', '!=', 'jpy'),
        eb.and([eb('orders.reviewReason', '=', 'not-listed'), eb('orders.settledAt', 'is', null)]),
      ]),
    )
    .orderBy('orders.paidAt')
    .orderBy('orders.id')
    .limit(most)
    .execute()
  return rows.map(({ orderNumber, paidAt, amount, currency, sum }) => ({
    orderNumber,
    day: dayOf(paidAt ?? 0),
    text:
      amount === null
        ? `支払い済みですが、決済会社の支払いの記録がありません（注文は ${inYen(Number(sum))}）。`
        : currency !== 'jpy'
          ? '円ではない支払いです。'
          : amount === Number(sum)
            ? '決済会社の一覧に、この支払いが見つかりません。'
            : `注文は ${inYen(Number(sum))}、決済会社に届いたのは ${inYen(amount)} です。`,
  }))
}

/** Money that is no sale, and fees that do not add up. */
const paymentsAtOdds = async ({ db, demo }: LedgerContext, month: string): Promise<Difference[]> => {
  const counted = [...refundsThatCount]
  const rows = await db
    .selectFrom('payment')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .select(['orders.orderNumber', 'orders.state', 'payment.role', 'payment.receivedAt'])
    .select(['payment.amount', 'payment.fee', 'payment.net', 'payment.currency'])
    .select((eb) =>
      eb
        .selectFrom('refund')
        .whereRef('refund.paymentIntent', '=', 'payment.paymentIntent')
        .where('refund.state', 'in', counted)
        .select((of) => of.fn.sum('refund.amount').as('back'))
        .as('back'),
    )
    .where(within(month)('payment.receivedAt'))
    .where(practised(demo))
    .where((eb) =>
      eb.or([
        eb('payment.role', '!=', 'first'),
        eb('orders.state', '!=', 'paid'),
        eb(sql`payment.amount - payment.fee`, '!=', eb.ref('payment.net')),
      ]),
    )
    .orderBy('payment.receivedAt')
    .orderBy('payment.paymentIntent')
    .limit(most)
    .execute()
  return rows.flatMap(({ orderNumber, state, role, receivedAt, amount, fee, net, currency, back }) => {
    const left = amount - Number(back ?? 0)
    const of = { orderNumber: orderNumber ?? '', day: dayOf(receivedAt) }
    const noSale =
      role === 'unmatched'
        ? `注文のない支払い ${inYen(amount)} です。`
        : role === 'second'
          ? `同じ注文への二つ目の支払い ${inYen(amount)} です。`
          : state !== 'paid'
            ? `確認が終わっていない注文の支払い ${inYen(amount)} です。`
            : null
    const sums =
      currency === 'jpy' && fee !== null && net !== null && amount - fee !== net
        ? [
            {
              ...of,
              text: `支払い ${inYen(amount)} から手数料 ${inYen(fee)} を引いた額が、決済会社の言う ${inYen(net)} と違います。`,
            },
          ]
        : []
    // What went back as a whole is settled.
    return noSale === null || left === 0
      ? sums
      : [
          { ...of, text: `${noSale}売上には入っていません。まだ ${inYen(left)} をお預かりしています。` },
          ...sums,
        ]
  })
}

/** Refunds that the provider has not taken or not done. */
const refundsAtOdds = async ({ db, demo, now }: LedgerContext, month: string): Promise<Difference[]> => {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .select(['orders.orderNumber', 'refund.amount', 'refund.state', 'refund.askedAt'])
    .where(within(month)('refund.askedAt'))
    .where(practised(demo))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('refund.state', 'in', ['asked', 'pending', 'requires_action']),
          eb('refund.askedAt', '<', now() - dayMs),
        ]),
        eb.and([eb('refund.state', 'in', ['failed', 'canceled']), isUnreplaced]),
      ]),
    )
    .orderBy('refund.askedAt')
    .orderBy('refund.id')
    .limit(most)
    .execute()
  return rows.map(({ orderNumber, amount, state, askedAt }) => ({
    orderNumber: orderNumber ?? '',
    day: dayOf(askedAt),
    text:
      state === 'asked'
        ? `返金 ${inYen(amount)} に、決済会社がまだ答えていません。`
        : state === 'failed' || state === 'canceled'
          ? `返金 ${inYen(amount)} はできませんでした。お金は戻っていません。`
          : `返金 ${inYen(amount)} は、まだ手続きの途中です。`,
  }))
}

/** Disputes that nobody has decided. */
const disputesAtOdds = async ({ db, demo }: LedgerContext, month: string): Promise<Difference[]> => {
  const rows = await db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.paymentIntent', 'dispute.paymentIntent')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .select(['orders.orderNumber', 'dispute.amount', 'dispute.status', 'dispute.openedAt'])
    .where(within(month)('dispute.openedAt'))
    .where(practised(demo))
    .where('dispute.status', 'not in', ['won', 'lost', 'prevented', 'warning_closed'])
    .orderBy('dispute.openedAt')
    .orderBy('dispute.id')
    .limit(most)
    .execute()
  return rows.map(({ orderNumber, amount, status, openedAt }) => ({
    orderNumber: orderNumber ?? '',
    day: dayOf(openedAt),
    text:
      disputePhase(status) === 'question'
        ? `カード会社が ${inYen(amount)} について問い合わせています。お金は動いていません。`
        : `異議申し立て ${inYen(amount)} の結論が、まだ出ていません。`,
  }))
}

/**
 * How the rows of the shop's payments, fees, refunds and disputes of a month compare with what the provider said of each (M30), as it is now: unlike the sums
 * this may change when the month is over.
 */
export const reconciliationOf = async (ctx: LedgerContext, month: string): Promise<Reconciliation> => {
  const found = [
    ...(await ordersAtOdds(ctx, month)),
    ...(await paymentsAtOdds(ctx, month)),
    ...(await refundsAtOdds(ctx, month)),
    ...(await disputesAtOdds(ctx, month)),
  ]
  const { payments, fees } = await ctx.db
    .selectFrom('payment')
    .leftJoin('orders', 'orders.id', 'payment.orderId')
    .select((eb) => [eb.fn.countAll().as('payments'), eb.fn.count('payment.fee').as('fees')])
    .where(within(month)('payment.receivedAt'))
    .where(practised(ctx.demo))
    .executeTakeFirstOrThrow()
  const compared = await shopState(ctx.db, 'compared_at')
  const end = startOf(nextMonth(month))
  const comparedAt = compared === undefined ? null : Number(compared)
  return {
    differences: found.slice(0, most),
    hasMore: found.length > most,
    payments: Number(payments),
    feesMissing: Number(payments) - Number(fees),
    comparedAt,
    isCompared: comparedAt !== null && comparedAt >= (end > ctx.now() ? ctx.now() - 2 * dayMs : end),
  }
}
