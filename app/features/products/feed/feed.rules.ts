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
