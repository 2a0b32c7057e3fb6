import { feedProblems, feedReading, heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { ownRowReason, rowToCorrect } from '~/features/products/feed/problem.texts.ts'
import { stockDifferences } from '~/features/products/feed/stock-differences.queries.server.ts'
import { troubleText } from '~/features/products/feed/texts.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { FeedDeskView } from './feed.rules.ts'

/** The feed's page, with at most `count` rows to be corrected (N47). */
export const feedDeskView = async (
  { db, now, newId, settings }: Pick<AppContext, 'db' | 'now' | 'newId' | 'settings'>,
  count: number,
): Promise<FeedDeskView> => {
  const feed = await configuredFeed(db)
  const problems = feed === null ? [] : await feedProblems(db)
  const own = problems.filter(({ reason }) => reason === ownRowReason)
  const bad = problems.filter(({ reason }) => reason !== ownRowReason)
  return {
    feed:
      feed === null
        ? null
        : {
            lastSuccessAt: feed.lastSuccessAt,
            trouble: feed.lastError === null ? null : troubleText(feed.lastError),
            reading: await feedReading(db, now()),
          },
    rows: bad.slice(0, count).map(rowToCorrect),
    rowCount: bad.length,
    own: own.map(({ row, managementNumber }) => ({ row, number: managementNumber ?? '' })),
    stock: feed === null ? [] : await stockDifferences(db, settings.joined),
    prices: await heldPrices(db),
    now: now(),
    requestId: newId(),
  }
}
