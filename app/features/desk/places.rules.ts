import { type DeskCard, type DeskPlace, isCountedAt } from '~/kernel/desk-card.ts'

/** The things of the list to which the bar leads (N93). Unreadable cards count as 0. */
export const waitingAt = (cards: readonly DeskCard[], place: DeskPlace | 'today'): number =>
  cards.filter((card) => isCountedAt(card, place)).reduce((sum, card) => sum + waitingOf(card), 0)

/** Days without a backup, and the like, are one thing to do. */
const waitingOf = ({ count, inList, to }: DeskCard): number =>
  inList ?? (to === null ? Math.min(count ?? 0, 1) : (count ?? 0))

const pagesOf: Readonly<Record<DeskPlace, readonly string[]>> = {
  orders: ['orders', 'packing'],
  products: ['products', 'stock', 'receive'],
  shop: ['shop', 'feed', 'settings', 'lists', 'home-recipes'],
  more: ['more', 'message-templates', 'wanted', 'mails', 'backup', 'payments', 'log', 'helpers'],
}

const deskPlaces = ['orders', 'products', 'shop', 'more'] as const

/** The place of a page; undefined if it has none, such as the sign-in. */
export const placeAt = (pathname: string): DeskPlace | 'today' | undefined => {
  const [, desk = '', page = ''] = pathname.toLowerCase().split('/')
  if (desk !== 'admin') return undefined
  return page === '' ? 'today' : deskPlaces.find((place) => pagesOf[place].includes(page))
}

/** At most three characters, which fit into the bar. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** `value` is null if it could not be read. */
export interface TodayFact {
  readonly name: string
  readonly value: string | null
}
