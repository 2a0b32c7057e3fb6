import type { FeedFacts } from '~/features/products/feed-state.rules.ts'
import { publishedStatus } from '~/features/products/rules.ts'
import { nfkc } from '~/kernel/text.ts'

/** Why there is no new list; `why` is for the log. `not finished` is a failure of the shop's own database or time limit. */
export type FeedFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'format'; readonly why: string }
  | { readonly kind: 'not finished'; readonly why: string }

/** The failure as it is stored: 'status 500', or its kind. */
export const failureCode = (failure: FeedFailure): string =>
  failure.kind === 'status' ? `status ${failure.status}` : failure.kind

const refreshMs = 5 * 60_000
const firstRetryMs = 15_000

const hour = 60 * 60_000
const ownerToldAfterMs = 6 * hour

/** Is the owner to be told that each attempt since `badSince` (epoch ms) has failed? */
export const isLongBroken = (badSince: number, now: number): boolean => now - badSince >= ownerToldAfterMs

/** Is it time for an import? Every 5 minutes; after failures in a row 15 s, 30 s, 60 s ... up to 5 minutes later. */
export const isFeedDue = (
  { lastAttemptAt, failures }: Pick<FeedFacts, 'lastAttemptAt' | 'failures'>,
  now: number,
): boolean => {
  if (lastAttemptAt === null) return true
  const pause = failures === 0 ? refreshMs : Math.min(firstRetryMs * 2 ** (failures - 1), refreshMs)
  // An attempt in the future was made before the clock was set back.
  return Math.abs(now - lastAttemptAt) >= pause
}

/** Has somebody asked for it since the last reading began? */
export const isAskedFor = ({
  askedAt,
  beganAt,
}: {
  readonly askedAt: number | null
  readonly beganAt: number | null
}): boolean => askedAt !== null && askedAt > (beganAt ?? 0)

/** A list in numbers: `rows` without empty ones, `bad` unreadable ones, `almost` those whose status is almost 公開中. */
export interface FeedCount {
  readonly rows: number
  readonly bad: number
  readonly almost: number
  readonly products: number
}

/** The copy now shown, and since when (epoch ms) the feed's lists have been far shorter or empty of published rows. */
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
 * Why this list may not replace the copy, or null when it may. What is shown is not emptied by a slip; that nothing is
 * published is believed a minute later (P26), and less than a third of the products after an hour.
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

/** Was the list read, to be taken once it has lasted? It may be just what the owner means. */
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

// One letter wrong, missing or misplaced, but not 公開前, 公開後, 公開日 and so on, which mean something else.
const misspelt = /^(?:公.中|.開中|公開[仲申注虫宙忠]|公中|開中|公開開中|公公開中|公中開|開公中)$/u

/** Whether the status was most likely meant as 公開中: such a row is not shown (P1), but its owner believes that it is. */
export const isAlmostPublished = (status: string): boolean => {
  const plain = nfkc(status).trim()
  if (plain === publishedStatus) return false
  const letters = plain.replace(/[^\p{L}]/gu, '')
  return almostPublished.has(letters) || /^公開中(?![止断])/.test(letters) || misspelt.test(letters)
}

/** A fabric of which the list says another count than what is left. */
export interface StockDifference {
  readonly number: string
  readonly name: string
  /** As the list has it. */
  readonly cell: string
  /** As the owner would write it there. */
  readonly now: string
  /** It would raise the count, and waits for her word. */
  readonly waits: boolean
}
