/** The cards of きょう in their order, the most urgent first. */
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

/** Places of the desk's bar that count what waits there. */
export type DeskPlace = 'orders' | 'products' | 'shop' | 'more'

/** One line of きょう. */
export interface DeskCard {
  readonly kind: DeskCardKind
  /** Such as 確認が必要な注文. */
  readonly text: string
  /** Null where it could not be read. */
  readonly count: number | null
  /** What is counted, such as 件. */
  readonly unit: string
  /** Such as until when; may be empty. */
  readonly note: string
  /** `main` is the one big button. */
  readonly tone: 'red' | 'main' | 'plain'
  readonly place: DeskPlace
  /** Others do something now, not the shop: the bar does not count it. */
  readonly waits: boolean
  /** The list that it opens; null while there is none. */
  readonly to: string | null
}

/** No more of one kind are counted. */
export const mostCounted = 1_000
