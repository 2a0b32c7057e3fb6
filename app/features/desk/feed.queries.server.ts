import { feedProblems, feedReading, heldPrices } from '~/features/products/feed/feed.queries.server.ts'
import { ownRowReason, rowToCorrect } from '~/features/products/feed/problem.texts.ts'
import { stockDifferences } from '~/features/products/feed/stock-differences.queries.server.ts'
import { troubleText } from '~/features/products/feed/texts.ts'
import type { HeldPrice } from '~/features/products/price-guard.rules.ts'
import { configuredFeed } from '~/features/products/queries.server.ts'
import { type ListAsked, pageOf, sortedBy } from '~/kernel/desk-list.ts'
import type { AppContext } from '~/server/app-context.ts'
import type { FeedDeskView, PriceFilterKey, PriceSort, PricesPage } from './feed.rules.ts'

type PricesAsked = Pick<
  ListAsked<PriceSort, PriceFilterKey>,
  'sort' | 'direction' | 'size' | 'page' | 'filters'
>

const sortKeys: Readonly<Record<PriceSort, (price: HeldPrice) => string | number | null>> = {
  number: ({ number }) => number,
  name: ({ name }) => name,
  price: ({ price }) => price,
  former: ({ formerPrice }) => formerPrice,
}

const changeOf = ({ price, formerPrice }: HeldPrice): string => {
  if (formerPrice === null) return 'first'
  return price > formerPrice ? 'raised' : 'lowered'
}

/** A page of the prices that wait, by number unless asked otherwise. */
const pricesPage = (
  all: readonly HeldPrice[],
  { sort, direction, filters: { change }, ...asked }: PricesAsked,
): PricesPage => {
  const found = all.filter((price) => change === undefined || changeOf(price) === change)
  const page = pageOf(sort === null ? found : sortedBy(found, sortKeys[sort], direction), asked)
  return { ...page, count: found.length, all: all.length }
}

/** The feed's page, with at most `count` rows to be corrected (N47). */
export const feedDeskView = async (
  { db, now, newId, settings }: Pick<AppContext, 'db' | 'now' | 'newId' | 'settings'>,
  count: number,
  asked: PricesAsked,
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
    prices: pricesPage(await heldPrices(db), asked),
    now: now(),
    requestId: newId(),
  }
}
