import { inYen } from '~/features/orders/money.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { agoText, startOfDay } from '~/kernel/days.ts'
import type { RequestContext } from '~/server/app-context.ts'
import { readOrFailure } from '~/server/read-or-failure.ts'
import { soldSince } from './order-cards.queries.server.ts'
import type { TodayFact } from './places.rules.ts'

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
