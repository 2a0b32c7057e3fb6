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
  'report',
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
  /** Of things in the list to which the bar leads, where that list holds others too. */
  readonly inList?: number | undefined
  readonly unit: string
  readonly note: string
  readonly tone: 'red' | 'main' | 'plain'
  readonly place: DeskPlace
  /** Others have to act, not the shop, so the bar does not count it. */
  readonly waits: boolean
  /** Null where there is no list: the card itself is the one thing to do. */
  readonly to: string | null
}

/** Red cards count for きょう, others for their place (N93). */
export const isCountedAt = (
  { tone, place, waits }: Pick<DeskCard, 'tone' | 'place' | 'waits'>,
  at: DeskPlace | 'today',
): boolean => (tone === 'red' ? at === 'today' : place === at && !waits)

/** One of the things that a card counts. */
export interface DeskCardRow {
  readonly key: string
  readonly text: string
  readonly note: string
  /** Where it is mended. */
  readonly to: string
}

/** A card with the first of its things. */
export interface DeskCardList {
  readonly card: DeskCard
  readonly rows: readonly DeskCardRow[]
}

/** Counting stops here for each kind. */
export const mostCounted = 1_000
