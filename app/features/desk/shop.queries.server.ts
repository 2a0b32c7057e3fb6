import { openPaymentCount } from '~/features/orders/queries.server.ts'
import { closureMark, presentClosure } from '~/features/products/closing.rules.ts'
import { feedProblems, heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { problemText } from '~/features/products/feed/problem.texts.ts'
import { troubleText } from '~/features/products/feed/texts.ts'
import { closedItems, configuredFeed, shopClosure } from '~/features/products/queries.server.ts'
import { comingHoliday } from '~/features/shop/holidays/queries.server.ts'
import { holidayMark, presentPlan } from '~/features/shop/holidays/rules.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { agoText } from '~/kernel/days.ts'
import type { AppContext } from '~/server/app-context.ts'
import { drawnWith } from '~/server/merged-form.ts'
import type { FeedView, ShopView } from './shop.rules.ts'
import { testMailView } from './test-mail.queries.server.ts'

const longestList = 100

/** Data of お店; each list has at most 100 entries. */
export const shopView = async (ctx: AppContext): Promise<ShopView> => {
  const { db, now, newId } = ctx
  const closure = await shopClosure(db, now())
  const holiday = await comingHoliday(db, now())
  return {
    closure,
    mark: closureMark(closure),
    drawn: drawnWith(presentClosure(closure)),
    holiday,
    holidayMark: holidayMark(holiday),
    holidayDrawn: drawnWith(presentPlan(holiday)),
    openPayments: await openPaymentCount(db, now()),
    closedItems: (await closedItems(db)).slice(0, longestList),
    feed: await feedView(ctx),
    prices: (await heldPrices(db)).slice(0, longestList),
    testMail: await testMailView(ctx),
    requestId: newId(),
  }
}

const feedView = async ({ db, now }: AppContext): Promise<FeedView | null> => {
  const feed = await configuredFeed(db)
  if (feed === null) return null
  const { lastSuccessAt, lastError } = feed
  const read =
    lastSuccessAt === null
      ? 'まだ読み込めていません。'
      : `最後に読み込めたのは ${deskMoment(lastSuccessAt)}（${agoText(lastSuccessAt, now())}）です。`
  return {
    lines: lastError === null ? [read] : [read, troubleText(lastError)],
    problems: (await feedProblems(db)).slice(0, longestList).map(problemText),
  }
}
