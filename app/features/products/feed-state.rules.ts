/** Epoch ms; `badSince` is the first failed attempt since the last success. */
export interface FeedFacts {
  readonly lastAttemptAt: number | null
  readonly lastSuccessAt: number | null
  readonly lastError: string | null
  readonly failures: number
  readonly badSince: number | null
}

/** `ready` while any good copy exists, even if imports fail now (P2). */
export type ProductListState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly message: string }

/** `feed` is null when none is configured. */
export const productListStateOf = (
  feed: Pick<FeedFacts, 'lastSuccessAt' | 'lastError'> | null,
): ProductListState => {
  if (feed === null || feed.lastSuccessAt !== null) return { kind: 'ready' }
  if (feed.lastError === null) return { kind: 'loading' }
  return { kind: 'failed', message: feedFailureText(feed.lastError) }
}

export const loadingRetrySeconds = 5
const failedRetrySeconds = 15

/** Headers of an answer that lacks its products: when to ask again (P41). */
export const retryOf = ({ kind }: ProductListState): Record<string, string> => ({
  'retry-after': String(kind === 'failed' ? failedRetrySeconds : loadingRetrySeconds),
  'cache-control': 'no-store',
})

/** The text for a stored failure (P4). */
export const feedFailureText = (code: string): string => {
  if (/^format\b/.test(code)) return 'データの形式が不正です'
  return `データの取得に失敗しました (${/^status (\d{3})$/.exec(code)?.[1] ?? '通信エラー'})`
}

export const soldWithinHours = 24

/** Whether the copy's prices are too old to sell at (D2). A success in the future means that the clock was set back. */
export const isTooOldToSell = ({ lastSuccessAt }: Pick<FeedFacts, 'lastSuccessAt'>, now: number): boolean =>
  lastSuccessAt !== null && now - lastSuccessAt > soldWithinHours * 60 * 60_000
