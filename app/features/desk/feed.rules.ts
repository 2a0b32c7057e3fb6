import type { StockDifference } from '~/features/products/feed/feed.rules.ts'
import type { RowToCorrect } from '~/features/products/feed/problem.texts.ts'
import { deskMoment } from '~/kernel/dates.ts'
import { agoText } from '~/kernel/days.ts'
import type { PriceToLookAt } from './shop.rules.ts'

/** An import requested by the owner; times in epoch ms. */
interface Reading {
  readonly askedAt: number
  readonly finishedAt: number | null
  readonly changed: number
  readonly left: number
}

/** Columns of the list of prices that sort it. */
export type PriceSort = 'number' | 'name' | 'price' | 'former'

export type PriceFilterKey = 'change'

export interface PricesPage {
  readonly rows: readonly PriceToLookAt[]
  readonly count: number
  /** Whatever the filter. */
  readonly all: number
  readonly page: number
  readonly pages: number
}

/** Times in epoch ms. */
export interface FeedDeskView {
  /** Null for a shop without a feed. */
  readonly feed: {
    readonly lastSuccessAt: number | null
    /** Why the last import failed. */
    readonly trouble: string | null
    readonly reading: Reading | null
  } | null
  readonly rows: readonly RowToCorrect[]
  readonly rowCount: number
  /** Rows whose fabrics the shop now manages itself. */
  readonly own: ReadonlyArray<{ readonly row: number; readonly number: string }>
  readonly stock: readonly StockDifference[]
  /** From the feed, from files and from the desk (P35). */
  readonly prices: PricesPage
  readonly now: number
  readonly requestId: string
}

export const isReading = ({ feed }: Pick<FeedDeskView, 'feed'>): boolean =>
  feed?.reading !== null && feed?.reading !== undefined && feed.reading.finishedAt === null

/** The result of the requested import; null if none was requested. */
export const readingText = ({ feed }: Pick<FeedDeskView, 'feed'>): string | null => {
  const reading = feed?.reading ?? null
  if (feed === null || reading === null) return null
  if (reading.finishedAt === null) return '表を読み込んでいます。数秒で終わります。'
  const at = deskMoment(reading.finishedAt)
  if (feed.trouble !== null) return `${at}の読み込みは、お店に反映していません。${feed.trouble}`
  const { changed, left } = reading
  if (changed + left === 0) return `${at}に読み込みました。変わったものはありません。`
  const parts = [
    ...(changed === 0 ? [] : [`${changed}点の内容が変わり`]),
    ...(left === 0 ? [] : [`${left}点をお店から下げ`]),
  ]
  return `${at}に読み込みました。${parts.join('、')}ました。`
}

export const lastReadText = (lastSuccessAt: number | null, now: number): string =>
  lastSuccessAt === null
    ? 'まだ読み込めていません。'
    : `最後に読み込めたのは ${deskMoment(lastSuccessAt)}（${agoText(lastSuccessAt, now)}）です。`
