import type { DeskCard, DeskPlace } from '~/kernel/desk-card.ts'

/**
 * What waits at a place of the desk's bar, each thing counted once: what is red at きょう, the rest at its place, so that 注文 has
 * the number of the list that it opens. A card that could not be read counts for nothing.
 */
export const waitingAt = (cards: readonly DeskCard[], place: DeskPlace | 'today'): number =>
  cards
    .filter((card) => (card.tone === 'red' ? place === 'today' : card.place === place && !card.waits))
    .reduce((sum, { count }) => sum + (count ?? 0), 0)

/** The first words of the addresses of each place's pages, behind /admin/. */
const pagesOf: Readonly<Record<DeskPlace, readonly string[]>> = {
  orders: ['orders', 'packing'],
  products: ['products', 'stock'],
  shop: ['shop', 'feed', 'settings', 'lists'],
  more: ['more', 'mails', 'payments', 'log', 'helpers'],
}

const deskPlaces = ['orders', 'products', 'shop', 'more'] as const

/** The place of the desk's bar that a page belongs to; undefined for one of none, such as the door. */
export const placeAt = (pathname: string): DeskPlace | 'today' | undefined => {
  const [, desk = '', page = ''] = pathname.toLowerCase().split('/')
  if (desk !== 'admin') return undefined
  return page === '' ? 'today' : deskPlaces.find((place) => pagesOf[place].includes(page))
}

/** On the bar, where three signs have room. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** One quiet line at the foot of きょう; the value is null where it could not be read. */
export interface TodayFact {
  readonly name: string
  readonly value: string | null
}
