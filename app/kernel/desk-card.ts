/** In the order in which they are shown, most urgent first. */
export const deskCardKinds = [
  'no-payment-page',
  'dispute',
  'failed-refund',
  'unmatched-payment',
  'review',
  'mail-server',
  'mail',
  'pictures-missing',
  'backup-missing',
  'stock-short',
  'ship',
  'awaiting-payment',
  'return',
  'stock-found',
  'stock-recount',
  'stock-low',
  'sold-out',
  'stock-holds',
  'feed-unlimited',
  'feed-rows',
  'held-price',
  'backup-not-pruned',
  'backup-age',
] as const

export type DeskCardKind = (typeof deskCardKinds)[number]

export type DeskPlace = 'orders' | 'products' | 'shop' | 'more'

export interface DeskCard {
  readonly kind: DeskCardKind
  readonly text: string
  /** Null when it could not be read. */
  readonly count: number | null
  readonly unit: string
  readonly note: string
  readonly tone: 'red' | 'main' | 'plain'
  readonly place: DeskPlace
  /** Others have to act, not the shop, so the bar does not count it. */
  readonly waits: boolean
  readonly to: string | null
}

/** Counting stops here for each kind. */
export const mostCounted = 1_000
