import { sql } from 'kysely'
import { inYen, refundsThatCount } from '~/features/orders/money.rules.ts'
import { openPaymentCount } from '~/features/orders/queries.server.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { agoText, dayNumber, startOfDayNumber } from '~/kernel/days.ts'
import type { ToldActs } from '~/kernel/facts.ts'
import type { RequestContext } from '~/server/app-context.ts'
import type { DeskCardContext } from '~/server/desk-cards.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { lastActs } from './log.queries.server.ts'
import type { DayOfSales, TodayFact } from './places.rules.ts'

interface Summed {
  readonly count: number
  readonly yen: number
}

const nothing: Summed = { count: 0, yen: 0 }

interface SoldOnDay {
  /** Days since 1970 in Tokyo. */
  readonly day: number
  readonly orders: Summed
  readonly refunds: Summed
}

/** As `dayNumber` in SQL: whole numbers divided are whole numbers on both engines. */
const dayOf = (moment: 'orders.paidAt' | 'refund.askedAt') =>
  sql<number>`(${sql.ref(moment)} - ${sql.lit(startOfDayNumber(0))}) / ${sql.lit(startOfDayNumber(1) - startOfDayNumber(0))}`

/** Without statistics SQLite would read every order that was ever paid. */
const isPaid = sql<boolean>`orders.state || '' = 'paid'`

const summedByDay = (
  rows: readonly { readonly day: unknown; readonly count: unknown; readonly yen: unknown }[],
): ReadonlyMap<number, Summed> =>
  new Map(rows.map(({ day, count, yen }) => [Number(day), { count: Number(count), yen: Number(yen ?? 0) }]))

/**
 * The last `days` days, today first: orders paid on each, and refunds asked for on it that did not fail, whichever order's; `yen` of both without
 * sign (N107, N124). What a cancelled order gave back is among the refunds, so it stays among the orders; a payment that was never part of
 * a sale, such as a second one, lowers none when it goes back.
 */
export const soldByDay = async (
  { db, demo }: Pick<DeskCardContext, 'db' | 'demo'>,
  now: number,
  days: number,
): Promise<readonly SoldOnDay[]> => {
  const practice = demo ? 1 : 0
  const today = dayNumber(now)
  const from = startOfDayNumber(today - days + 1)
  const paid = await db
    .selectFrom('orders')
    .select((eb) => [
      dayOf('orders.paidAt').as('day'),
      eb.fn.countAll().as('count'),
      eb.fn.sum(eb.fn.coalesce('acceptedAmount', 'total')).as('yen'),
    ])
    .where('paidAt', '>=', from)
    .where('practice', '=', practice)
    .where(isPaid)
    .groupBy(dayOf('orders.paidAt'))
    .execute()
  const back = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.paymentIntent', 'refund.paymentIntent')
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select((eb) => [
      dayOf('refund.askedAt').as('day'),
      eb.fn.countAll().as('count'),
      eb.fn.sum('refund.amount').as('yen'),
    ])
    .where('refund.askedAt', '>=', from)
    .where('refund.state', 'in', [...refundsThatCount])
    .where('payment.role', '=', 'first')
    .where('orders.practice', '=', practice)
    .where(isPaid)
    .groupBy(dayOf('refund.askedAt'))
    .execute()
  const [orders, refunds] = [summedByDay(paid), summedByDay(back)]
  return Array.from({ length: days }, (_, ago) => {
    const day = today - ago
    return { day, orders: orders.get(day) ?? nothing, refunds: refunds.get(day) ?? nothing }
  })
}

const daysOfWeek = 7
const actsAtOnce = 8

/**
 * What the owner's きょう shows beside what is to be done (N107, N124): the facts of the day, the week by day, how many are paying, and what was done
 * last. What cannot be read is null, beside the rest.
 */
export const todayFigures = async (ctx: RequestContext, acts: ToldActs) => {
  const now = ctx.now()
  const sold = await readOrFailure(ctx, 'sales of the week', (db) =>
    soldByDay({ ...ctx, db }, now, daysOfWeek),
  )
  const feed = await readOrFailure(ctx, 'state of the feed', configuredFeed)
  const paying = await readOrFailure(ctx, 'open payment pages', (db) => openPaymentCount(db, now))
  const log = await readOrFailure(ctx, 'what was done last', (db) => lastActs(db, acts, actsAtOnce))
  const facts: readonly TodayFact[] = [
    ...(sold.ok ? salesFacts(sold.value[0]) : [{ name: '今日の売上', value: null, isOfWeek: true }]),
    ...(feed.ok && feed.value === null
      ? []
      : [{ name: '表の読み込み', value: feed.ok ? readAt(feed.value, now) : null }]),
  ]
  return {
    facts,
    week: sold.ok ? sold.value.map(dayOfSales) : null,
    paying: paying.ok ? paying.value : null,
    acts: log.ok ? log.value : null,
  }
}

const dayOfSales = ({ day, orders, refunds }: SoldOnDay): DayOfSales => ({
  day,
  count: orders.count,
  yen: orders.yen - refunds.yen,
  refunded: refunds.yen,
})

const salesFacts = (
  { orders, refunds }: Pick<SoldOnDay, 'orders' | 'refunds'> = { orders: nothing, refunds: nothing },
): TodayFact[] => [
  { name: '今日の売上', value: `${inYen(orders.yen - refunds.yen)}・${orders.count}件`, isOfWeek: true },
  ...(refunds.count === 0
    ? []
    : [
        {
          name: '今日の返金（引いてあります）',
          value: `${inYen(refunds.yen)}・${refunds.count}件`,
          isOfWeek: true,
        },
      ]),
]

const readAt = (feed: Awaited<ReturnType<typeof configuredFeed>>, now: number): string => {
  const at = feed?.lastSuccessAt ?? null
  return at === null ? 'まだ読み込めていません' : agoText(at, now)
}
