import type { FeedFacts } from '~/features/products/feed-state.rules.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'

/** `why` is for the log. `not finished`: the shop's own database or time limit failed. */
export type FeedFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'format'; readonly why: string; readonly came?: CameInstead | null }
  | { readonly kind: 'not finished'; readonly why: string }

/** What spreadsheets and their scripts answer instead of a list. */
export type CameInstead = 'no doGet' | 'sign-in page' | 'page' | 'setResponse' | 'guarded JSON' | 'CSV'

/** As stored: 'status 500', 'format', 'format: CSV', or its kind. */
export const failureCode = (failure: FeedFailure): string => {
  if (failure.kind === 'status') return `status ${failure.status}`
  return failure.kind === 'format' && failure.came ? `format: ${failure.came}` : failure.kind
}

/** A sign-in page brings its scripts first. */
const lookedAt = 200_000

/** What a text that is no list is; null for what nobody can tell. */
export const whatCame = (text: string): CameInstead | null => {
  const start = text.slice(0, lookedAt).trimStart()
  if (start.startsWith('<')) {
    if (/\bdoGet\b/.test(start)) return 'no doGet'
    return /accounts\.google\.com|ServiceLogin|login\.microsoftonline|sign[ -]?in|log[ -]?in|ログイン/i.test(
      start,
    )
      ? 'sign-in page'
      : 'page'
  }
  if (start.startsWith(")]}'")) return 'guarded JSON'
  if (/^(?:\/\*.{0,20}\*\/\s*)?[\w.]*\bsetResponse\(/.test(start)) return 'setResponse'
  const [firstLine = ''] = start.split(/[\r\n]/, 1)
  const headings = firstLine.slice(0, 2_000).split(/[,\t;]/)
  const isHeading = (cell: string) =>
    /^"?(?:managementNumber|name|price|status|管理番号|商品名)"?$/i.test(cell.trim())
  return headings.length > 1 && headings.some(isHeading) ? 'CSV' : null
}

export const refreshMinutes = 5
const refreshMs = refreshMinutes * 60_000
const firstRetryMs = 15_000

const hour = 60 * 60_000
export const ownerNotifiedAfterHours = 6

/** Whether to tell the owner; `badSince` in epoch ms. */
export const isLongBroken = (badSince: number, now: number): boolean =>
  now - badSince >= ownerNotifiedAfterHours * hour

/** Every 5 minutes; after failures 15 s, 30 s, 60 s ... up to 5 minutes. */
export const isFeedDue = (
  { lastAttemptAt, failures }: Pick<FeedFacts, 'lastAttemptAt' | 'failures'>,
  now: number,
): boolean => {
  if (lastAttemptAt === null) return true
  const pause = failures === 0 ? refreshMs : Math.min(firstRetryMs * 2 ** (failures - 1), refreshMs)
  // A later attempt was made before the clock was set back.
  return Math.abs(now - lastAttemptAt) >= pause
}

export const isAskedFor = ({
  askedAt,
  beganAt,
}: {
  readonly askedAt: number | null
  readonly beganAt: number | null
}): boolean => askedAt !== null && askedAt > (beganAt ?? 0)

/** `rows` without empty ones; the status of `almost` is almost 公開中. */
export interface FeedCount {
  readonly rows: number
  readonly bad: number
  readonly almost: number
  readonly products: number
}

/** Times in epoch ms, since when lists have been far shorter, or without published rows. */
export interface ShownCopy {
  readonly published: number
  readonly shortSince: number | null
  readonly nothingSince: number | null
}

const fewFrom = 10
const shortBelievedAfterMs = hour
const nothingBelievedAfterMs = 60_000

export type ListRefusal =
  | 'format'
  | 'empty'
  | 'mostly broken'
  | 'only almost published'
  | 'unreadable and nothing published'
  | 'nothing published'
  | 'far fewer products'

/**
 * Protects the copy from a slip: null when the list may replace it. An empty list is believed after a minute (P26), one with less
 * than a third of the products after an hour.
 */
export const refusalOfList = (
  { rows, bad, almost, products }: FeedCount,
  { published, shortSince, nothingSince }: ShownCopy,
  now: number,
): ListRefusal | null => {
  if (rows > 0 && bad === rows) return 'format'
  if (published === 0) return null
  if (bad * 2 > rows) return 'mostly broken'
  if (rows === 0) return 'empty'
  const hasLasted = (since: number | null, ms: number) => since !== null && now - since >= ms
  if (products === 0 && almost > 0) return 'only almost published'
  if (products === 0 && bad > 0) return 'unreadable and nothing published'
  if (products === 0) return hasLasted(nothingSince, nothingBelievedAfterMs) ? null : 'nothing published'
  if (published < fewFrom || products * 3 >= published) return null
  return hasLasted(shortSince, shortBelievedAfterMs) ? null : 'far fewer products'
}

/** Such a list is accepted if it lasts, since the owner may mean it. */
export const isPending = (code: string | null): boolean =>
  code === 'nothing published' || code === 'far fewer products'

const almostPublished: ReadonlySet<string> = new Set([
  '公開',
  '公開済',
  '公開済み',
  '公開する',
  '公開します',
  '公開している',
  '公開しています',
  '公開ちゅう',
  '後悔中',
  'こうかいちゅう',
])

// One letter wrong, missing or misplaced, but not 公開前, 公開後 or 公開日, which mean something else.
const misspelt = /^(?:公.中|.開中|公開[仲申注虫宙忠]|公中|開中|公開開中|公公開中|公中開|開公中)$/u

/** Such a row is not shown (P1), though its owner believes that it is. */
export const isAlmostPublished = (status: string): boolean => {
  const plain = nfkc(status).trim()
  if (plain === publishedStatus) return false
  const letters = plain.replace(/[^\p{L}]/gu, '')
  return almostPublished.has(letters) || /^公開中(?![止断])/.test(letters) || misspelt.test(letters)
}

/** Words that mean not on sale; a row of them is left out without a word, as is one without any (N102). */
const offSale: ReadonlySet<string> = new Set(
  [
    '非公開 非公開中 未公開 公開前 公開待ち 公開予定 近日公開 公開後 公開終了 公開停止 公開停止中 公開中止 公開中断 公開休止 公開しない 公開取消',
    '下書き 下書 作成中 編集中 確認中 撮影中 撮影待ち 検品中 準備中 準備 保留 保留中 予定 近日 近日発売 発売前 発売予定 販売前 販売予定 入荷前 入荷待ち 入荷予定',
    '販売終了 販売停止 販売停止中 販売中止 販売休止 販売休止中 販売しない 非売 非売品 取扱終了 取り扱い終了 取扱中止 掲載終了 掲載停止 掲載しない 掲載前 非掲載 未掲載',
    '終了 停止 停止中 中止 休止 休止中 休業 休業中 廃番 廃盤 廃止 生産終了 製造終了 削除 削除済み 取消 非表示 表示しない 無効',
    '売り切れ 売切れ 売切 売切中 完売 完売御礼 品切れ 品切 品切れ中 在庫切れ 在庫なし 欠品 欠品中 なし 無し 済 済み',
    'draft private hidden unpublished archived inactive off no none ng closed discontinued soldout sold-out',
  ].flatMap((line) => line.split(' ')),
)

/** Whether a status says that the row is not on sale, or nothing; `status` as in the cell (N102). */
export const isOffSale = (status: string): boolean => {
  const plain = nfkc(status).trim().toLowerCase()
  return /^[-‐–—―ー−×✕✖x]*$/u.test(plain) || offSale.has(plain.replace(/[^\p{L}\p{N}-]/gu, ''))
}

export interface StockDifference {
  readonly number: string
  readonly name: string
  /** As in the list. */
  readonly cell: string
  /** As it should be there. */
  readonly now: string
  /** Would raise the count, and waits for the owner. */
  readonly waits: boolean
}
