import { inYen, refundsThatCount } from '~/features/orders/money.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { agoText, startOfDay } from '~/kernel/days.ts'
import type { RequestContext } from '~/server/app-context.ts'
import type { DeskCardContext } from '~/server/desk-cards.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import type { TodayFact } from './places.rules.ts'

interface Summed {
  readonly count: number
  readonly yen: number
}

const summed = (row: { readonly count: unknown; readonly yen: unknown } | undefined): Summed => ({
  count: Number(row?.count ?? 0),
  yen: Number(row?.yen ?? 0),
})

/**
 * Orders paid since `from` (epoch ms), and refunds asked for since then that did not fail, whichever order's; `yen` of both without sign
 * (N107). What a cancelled order gave back is among the refunds, so it stays among the orders; a payment that was never part of a
 * sale, such as a second one, lowers none when it goes back.
 */
const soldSince = async (
  { db, demo }: DeskCardContext,
  from: number,
): Promise<{ readonly orders: Summed; readonly refunds: Summed }> => {
  const practice = demo ? 1 : 0
  const orders = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      eb.fn.sum(eb.fn.coalesce('acceptedAmount', 'total')).as('yen'),
    ])
    .where('practice', '=', practice)
    .where('state', '=', 'paid')
    .where('paidAt', '>=', from)
    .executeTakeFirst()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.sum('refund.amount').as('yen')])
    .where('refund.askedAt', '>=', from)
    .where('refund.state', 'in', [...refundsThatCount])
    .where('payment.role', '=', 'first')
    .where('orders.practice', '=', practice)
    .where('orders.state', '=', 'paid')
    .executeTakeFirst()
  return { orders: summed(orders), refunds: summed(refunds) }
}

/** The day's figures; for the owner only. */
export const todayFacts = async (ctx: RequestContext): Promise<TodayFact[]> => {
  const now = ctx.now()
  const sold = await readOrFailure(ctx, 'sales of the day', (db) =>
    soldSince({ ...ctx, db }, startOfDay(now)),
  )
  const feed = await readOrFailure(ctx, 'state of the feed', configuredFeed)
  return [
    ...(sold.ok ? salesFacts(sold.value) : [{ name: '今日の売上', value: null }]),
    ...(feed.ok && feed.value === null
      ? []
      : [{ name: '表の読み込み', value: feed.ok ? readAt(feed.value, now) : null }]),
  ]
}

const salesFacts = ({ orders, refunds }: Awaited<ReturnType<typeof soldSince>>): TodayFact[] => [
  { name: '今日の売上', value: `${inYen(orders.yen - refunds.yen)}・${orders.count}件` },
  ...(refunds.count === 0
    ? []
    : [{ name: '今日の返金（引いてあります）', value: `${inYen(refunds.yen)}・${refunds.count}件` }]),
]

const readAt = (feed: Awaited<ReturnType<typeof configuredFeed>>, now: number): string => {
  const at = feed?.lastSuccessAt ?? null
  return at === null ? 'まだ読み込めていません' : agoText(at, now)
}
