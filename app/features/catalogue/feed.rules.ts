import { isPublicHost } from '~/kernel/public-host.ts'

/** Why there is no new list. `why` is for the log. A refused address, a broken line and a time limit are all unreachable. */
export type FeedFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'format'; readonly why: string }

/** The failure as one stored word: 'status 500', 'unreachable' or 'format'. */
export const failureWord = (failure: FeedFailure): string =>
  failure.kind === 'status' ? `status ${failure.status}` : failure.kind

/** The named text for a stored word (S:L170-171); without a status the brackets say 通信エラー (P4). */
export const failureText = (word: string): string => {
  if (word === 'format') return 'データの形式が不正です'
  return `データの取得に失敗しました (${/^status (\d{3})$/.exec(word)?.[1] ?? '通信エラー'})`
}

/** What the shop knows of the feed's imports; times in epoch ms. */
export interface FeedFacts {
  readonly lastAttemptAt: number | null
  readonly lastSuccessAt: number | null
  readonly lastError: string | null
  readonly failures: number
}

/**
 * What the catalogue page can show: `ready` its list (the shop's own, or the last good copy of the feed, however the last
 * attempts went), `loading` while there is no copy yet, `failed` with the named text when the attempt for it failed.
 */
export type CatalogueState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }

/** What the catalogue page can show, by what is known of the feed; `feed` is null when none is configured. */
export const catalogueStateOf = (feed: FeedFacts | null): CatalogueState => {
  if (feed === null || feed.lastSuccessAt !== null) return { kind: 'ready' }
  if (feed.lastError === null) return { kind: 'loading' }
  return { kind: 'failed', message: failureText(feed.lastError) }
}

const refreshMs = 5 * 60_000
const firstRetryMs = 15_000

/** Is it time to ask the feed? Every 5 minutes; after failures in a row 15 s, 30 s, 60 s ... up to 5 minutes later. */
export const isFeedDue = ({ lastAttemptAt, failures }: FeedFacts, now: number): boolean => {
  if (lastAttemptAt === null) return true
  const pause = failures === 0 ? refreshMs : Math.min(firstRetryMs * 2 ** (failures - 1), refreshMs)
  return now - lastAttemptAt >= pause
}

/** A list as read, in numbers. `rows` leaves out empty ones, `bad` are those that could not be read. */
export interface FeedCount {
  readonly rows: number
  readonly bad: number
  readonly products: number
}

const fewFrom = 10
const believedAfterMs = 60 * 60_000

/** Why a list that could be read was not taken: the copy stays as it is. */
export type ListRefusal = 'empty' | 'mostly broken' | 'far fewer products'

/**
 * May this list replace the copy of `published` products? `null` when it may, else why not. What is shown is never
 * emptied: not by an empty list, not by one of which more than half cannot be read. A list with less than a third of the
 * products (from 10 on) is believed once the feed has answered such lists for an hour: `shortSince`, epoch ms. Where
 * nothing is shown yet every list is welcome.
 */
export const refusalOfList = (
  { rows, bad, products }: FeedCount,
  shown: { readonly published: number; readonly shortSince: number | null },
  now: number,
): ListRefusal | null => {
  if (shown.published === 0) return null
  if (bad * 2 > rows) return 'mostly broken'
  if (products === 0) return 'empty'
  if (shown.published < fewFrom || products * 3 >= shown.published) return null
  return shown.shortSince !== null && now - shown.shortSince >= believedAfterMs ? null : 'far fewer products'
}

const loopback = /^(?:127\.|::1$|::ffff:127\.)/i
const localName = /^(?:localhost|.+\.localhost)\.?$/

/**
 * May the feed be fetched from this address (P3)? https and a public host; a demo may also use http and this machine.
 * Asked for the configured address and for each redirect.
 */
export const isFeedAddress = ({ protocol, hostname }: URL, demo: boolean): boolean => {
  if (protocol !== 'https:' && !(demo && protocol === 'http:')) return false
  const address = hostname.replace(/^\[|\]$/g, '')
  return isPublicHost(hostname) || (demo && (loopback.test(address) || localName.test(hostname)))
}

/** May a connection be made to this IP address? Asked for what a name resolves to, right before connecting (P3). */
export const isFeedConnection = (address: string, demo: boolean): boolean =>
  isPublicHost(address.includes(':') ? `[${address}]` : address) || (demo && loopback.test(address))
