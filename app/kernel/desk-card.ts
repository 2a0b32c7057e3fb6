/** In the order in which they are shown, most urgent first. */
export const deskCardKinds = [
  'dispute',
  'failed-refund',
  'unmatched-payment',
  'review',
  'mail',
  'backup-missing',
  'stock-short',
  'ship',
  'awaiting-payment',
  'return',
  'stock-recount',
  'stock-low',
  'sold-out',
  'stock-holds',
  'feed-rows',
  'held-price',
  'backup-age',
] as const

export type DeskCardKind = (typeof deskCardKinds)[number]

/** Places of the desk's bar with a count. */
export type DeskPlace = 'orders' | 'products' | 'shop' | 'more'

export interface DeskCard {
  readonly kind: DeskCardKind
  /** For example 確認が必要な注文. */
  readonly text: string
  /** Null when it could not be read. */
  readonly count: number | null
  /** For example 件. */
  readonly unit: string
  /** For example a deadline; may be empty. */
  readonly note: string
  /** `main` is the one big button. */
  readonly tone: 'red' | 'main' | 'plain'
  readonly place: DeskPlace
  /** Others have to act, not the shop, so the bar does not count it. */
  readonly waits: boolean
  /** The list that it opens, or null. */
  readonly to: string | null
}

/** Counting stops here for each kind. */
export const mostCounted = 1_000
