import { type DeskCard, type DeskCardKind, type DeskPlace, isCountedAt } from '~/kernel/desk-card.ts'

/** The things of the list to which the bar leads (N93). Unreadable cards count as 0. */
export const waitingAt = (cards: readonly DeskCard[], place: DeskPlace | 'today'): number =>
  cards.filter((card) => isCountedAt(card, place)).reduce((sum, card) => sum + waitingOf(card), 0)

/** Days without a backup, and the like, are one thing to do. */
const waitingOf = ({ count, inList, to }: DeskCard): number =>
  inList ?? (to === null ? Math.min(count ?? 0, 1) : (count ?? 0))

const pagesOf: Readonly<Record<DeskPlace, readonly string[]>> = {
  orders: ['orders', 'packing', 'sales'],
  products: ['products', 'stock', 'receive'],
  shop: ['shop', 'feed', 'settings', 'lists', 'home-recipes'],
  more: [
    'more',
    'views',
    'reports',
    'message-templates',
    'wanted',
    'mails',
    'backup',
    'payments',
    'log',
    'helpers',
    'members',
    'search',
  ],
}

const deskPlaces = ['orders', 'products', 'shop', 'more'] as const

/** The place of a page; undefined if it has none, such as the sign-in. */
export const placeAt = (pathname: string): DeskPlace | 'today' | undefined => {
  const [, desk = '', page = ''] = pathname.toLowerCase().split('/')
  if (desk !== 'admin') return undefined
  return page === '' ? 'today' : deskPlaces.find((place) => pagesOf[place].includes(page))
}

/** The place of the bar from which a phone comes to a page: the rail has the month below 注文, a phone on その他. */
export const placeOnPhone = (pathname: string): ReturnType<typeof placeAt> =>
  railPageAt(pathname, null) === 'sales' ? 'more' : placeAt(pathname)

/** Entries of the rail below a place, each a page or a list of its own. */
export type RailPage =
  | 'packing'
  | 'review'
  | 'awaiting'
  | 'returning'
  | 'sales'
  | 'stock'
  | 'receive'
  | 'prices'
  | 'file'
  | 'members'
  | 'reports'

/** The things of the list to which an entry of the rail leads; a list that holds others too is counted at its place. */
export const waitingOfKinds = (cards: readonly DeskCard[], kinds: readonly DeskCardKind[]): number =>
  cards
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { inList: _others, ...card }) => sum + waitingOf(card), 0)

const listsOfOrders: Readonly<Record<string, RailPage>> = {
  review: 'review',
  awaiting: 'awaiting',
  returning: 'returning',
}

/** The entry below a place of the rail to which a page belongs; undefined where it is the place's own. `state` is the list's. */
export const railPageAt = (pathname: string, state: string | null): RailPage | undefined => {
  const [, , page = '', further, last] = pathname.toLowerCase().split('/')
  if (page === 'orders') return further && further !== 'beside' ? undefined : listsOfOrders[state ?? '']
  if (
    page === 'packing' ||
    page === 'receive' ||
    page === 'members' ||
    page === 'reports' ||
    page === 'sales'
  )
    return page
  if (page === 'feed') return 'prices'
  if (page === 'stock' || (page === 'products' && last === 'stock')) return 'stock'
  return page === 'products' && further === 'file' ? 'file' : undefined
}

/** At most three characters, which fit into the bar. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** `value` is null if it could not be read. */
export interface TodayFact {
  readonly name: string
  readonly value: string | null
  /** A wide screen shows it among the week instead. */
  readonly isOfWeek?: boolean
}

/** Yen without what was asked to go back on that day, which `refunded` is; below 0 where that was more. */
export interface DayOfSales {
  /** Days since 1970 in Tokyo. */
  readonly day: number
  readonly count: number
  readonly yen: number
  readonly refunded: number
}

/** Parts of a hundred of the best day, for its bar; none where nothing is left of a day. */
export const barOf = ({ yen }: Pick<DayOfSales, 'yen'>, week: readonly Pick<DayOfSales, 'yen'>[]): number => {
  const most = Math.max(...week.map((each) => each.yen))
  return most <= 0 || yen <= 0 ? 0 : Math.max(1, Math.round((yen / most) * 100))
}
