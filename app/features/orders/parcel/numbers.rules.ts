import {
  doubtedIn,
  isShortened,
  mostParcels,
  parcelsWarning,
  shortenedText,
  trackingsTyped,
} from '~/features/orders/carriers.rules.ts'
import { isOrderNumber, orderNumberTyped } from '~/features/orders/rules.ts'
import type { TypedParcel } from '~/features/orders/shipping.rules.ts'
import { addressedName } from '~/kernel/honorific.ts'
import { closedUp } from '~/kernel/search-text.ts'
import { cutText, nfkc } from '~/kernel/text.ts'
import type { CarrierFile, NumberRow } from './carrier-table.rules.ts'

export const mostNumberRows = 1_000

/** An unmatched row, with the reason. */
export interface UnmatchedRow extends NumberRow {
  readonly why: string
}

interface RowOfAddress {
  readonly postalCode: string
  readonly name: string
  readonly tracking: string
}

/** What a file brings; nothing of it counts before its form is saved. */
export interface MatchedNumbers {
  /** Tracking numbers by order number. */
  readonly matched: Readonly<Record<string, readonly string[]>>
  /** Those of them that were found by postcode and name, to be looked at. */
  readonly byAddress: readonly (RowOfAddress & { readonly number: string })[]
  /** Rows that fit several orders, whose numbers are put to an order by hand. */
  readonly ambiguous: readonly (RowOfAddress & { readonly numbers: readonly string[] })[]
  readonly unmatched: readonly UnmatchedRow[]
}

/** An order on the screen, with what its label says. */
export interface OrderToMatch {
  readonly number: string
  readonly postalCode: string
  readonly names: readonly string[]
  readonly trackings: readonly string[]
}

type WhyNotHere = 'shipped' | 'later' | 'cancelled'

/** What is known of orders and numbers that are not on the screen. */
export interface Elsewhere {
  /** `later`: to be shipped, but not among those on the screen. */
  readonly orders: ReadonlyMap<string, WhyNotHere>
  /** The order that has each tracking number already. */
  readonly trackings: ReadonlyMap<string, string>
}

/** Excel takes the zeros away that a postcode begins with. */
const postalCodeRead = (text: string): string => {
  const digits = nfkc(text).replace(/\D/g, '')
  return digits.length > 4 ? digits.padStart(7, '0') : ''
}

const nameRead = (name: string): string => closedUp(addressedName(name).name)

const placeRead = (postalCode: string, name: string): string =>
  `${postalCodeRead(postalCode)} ${nameRead(name)}`

/** So many rows, each with so many orders, are put to an order by hand: more would not fit the form that brings them back. */
export const mostAmbiguous = 100
const mostChoices = 20

/** Finds the order of each row, by its number or by postcode and name; every other row is told with the reason (N17, N64). */
export const matchedNumbers = (
  file: CarrierFile,
  toShip: readonly OrderToMatch[],
  elsewhere: Elsewhere,
): MatchedNumbers => {
  const matched = new Map<string, string[]>()
  const byAddress: MatchedNumbers['byAddress'][number][] = []
  const ambiguous: MatchedNumbers['ambiguous'][number][] = []
  const unmatched: UnmatchedRow[] = []
  const numbers = new Set(toShip.map(({ number }) => number))
  const byPlace = new Map<string, OrderToMatch[]>()
  for (const order of toShip)
    for (const place of new Set(order.names.map((name) => placeRead(order.postalCode, name))))
      byPlace.set(place, [...(byPlace.get(place) ?? []), order])
  const take = (number: string, tracking: string): boolean => {
    const found = matched.get(number) ?? []
    if (found.includes(tracking)) return true
    if (found.length >= mostParcels) return false
    matched.set(number, [...found, tracking])
    return true
  }
  for (const row of file.rows) {
    const { order, tracking, postalCode, name } = cut(row)
    const tell = (why: string) => unmatched.push({ order, tracking, postalCode, name, why })
    const trackings = isShortened(row.tracking) ? null : trackingsTyped(row.tracking)
    const number = orderNumberTyped(row.order)
    if (file.namesOrders && !numbers.has(number)) tell(notHere(elsewhere.orders.get(number)))
    else if (trackings === null) tell(isShortened(row.tracking) ? shortenedText : '読めない番号です')
    else if (trackings.length === 0) tell('お問い合わせ番号がありません')
    else if (trackings.length > mostParcels) tell(tooManyText)
    else if (file.namesOrders) {
      if (!trackings.every((tracking) => take(number, tracking))) tell(tooManyText)
    } else {
      const isPlace = postalCodeRead(row.postalCode) !== ''
      const here = (isPlace && byPlace.get(placeRead(row.postalCode, row.name))) || []
      for (const tracking of trackings) {
        const place = { postalCode, name, tracking }
        const had = elsewhere.trackings.get(tracking)
        const [only] = here.filter((order) => here.length === 1 || order.trackings.includes(tracking))
        if (had !== undefined && !numbers.has(had)) tell(`この番号は、もう注文 ${had} に入っています`)
        else if (only !== undefined) {
          if (take(only.number, tracking)) byAddress.push({ ...place, number: only.number })
          else tell(tooManyText)
        } else if (here.length === 0) tell('郵便番号とお名前の合う、発送待ちの注文がありません')
        else if (here.length > mostChoices || ambiguous.length >= mostAmbiguous) tell(byHandText)
        else ambiguous.push({ ...place, numbers: here.map((order) => order.number) })
      }
    }
  }
  return { matched: Object.fromEntries(matched), byAddress, ambiguous, unmatched }
}

/** A row as it is shown and sent again. */
const cut = ({ order, tracking, postalCode, name }: NumberRow): NumberRow => ({
  order: cutText(order, 40),
  tracking: cutText(tracking, 300),
  postalCode: cutText(postalCode, 20),
  name: cutText(name, 100),
})

const byHandText = '同じ郵便番号とお名前の注文が、いくつもあります。番号は、注文の欄に入れてください'

const tooManyText = `荷物は、1つの注文に${mostParcels}個までです`

const notHere = (state: WhyNotHere | undefined): string => {
  if (state === 'cancelled') return '取り消された注文です。箱を出さないでください'
  if (state === 'shipped') return 'もう発送済みの注文です。番号は、その注文の「発送」で入れてください'
  return state === 'later'
    ? 'ほかのページにある注文です。そのページで、もう一度照らし合わせてください'
    : '発送待ちの注文にない番号です'
}

/** The numbers of orders that a file names. */
export const ordersNamed = ({ rows }: CarrierFile): string[] => [
  ...new Set(rows.map(({ order }) => orderNumberTyped(order)).filter(isOrderNumber)),
]

/** The tracking numbers in a file. */
export const trackingsNamed = ({ rows }: CarrierFile): string[] => [
  ...new Set(rows.flatMap(({ tracking }) => trackingsTyped(tracking) ?? [])),
]

export const joinedNumbers = (numbers: readonly string[]): string => numbers.join('、')

/**
 * What is odd about the numbers of one form, by their keys: each by itself, one that stands in two fields, and one that `elsewhere`, by
 * number, another order has (N15, N88).
 */
export const numberDoubts = (
  fields: Readonly<Record<string, readonly TypedParcel[]>>,
  elsewhere: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => {
  const twins = twinDoubts(fields, elsewhere)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, parcels]) => {
      const doubt = twins[key] ?? ownDoubt(parcels)
      return doubt === null ? [] : [[key, doubt]]
    }),
  )
}

export const twinAdvice = '同梱でなければ、打ちまちがいがないか確かめてください。'

/** Those of them that are told before a number is kept. */
export const twinDoubts = (
  fields: Readonly<Record<string, readonly TypedParcel[]>>,
  elsewhere: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const filled = Object.values(fields).flatMap((parcels) => numbersOf(parcels))
  const once = new Set<string>()
  const atTwo = new Set(filled.filter((number) => once.size === once.add(number).size))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, parcels]) => {
      const numbers = numbersOf(parcels)
      const doubt = numbers.some((number) => atTwo.has(number))
        ? `同じ番号が、ほかの欄にも入っています。${twinAdvice}`
        : numbers.flatMap((number) => (Object.hasOwn(elsewhere, number) ? (elsewhere[number] ?? []) : []))[0]
      return doubt === undefined ? [] : [[key, doubt]]
    }),
  )
}

const numbersOf = (parcels: readonly TypedParcel[]): string[] => [
  ...new Set(parcels.flatMap(({ tracking }) => trackingsTyped(tracking) ?? [])),
]

const ownDoubt = (parcels: readonly TypedParcel[]): string | null =>
  parcelsWarning(
    parcels.flatMap(({ carrier, tracking }) =>
      (trackingsTyped(tracking) ?? []).map((number) => ({ carrier, tracking: number })),
    ),
  )

/** How a form says which doubt about a field it has shown: of a number at two orders, whichever of its rows or of other orders tells of it. */
export const doubtedField = (parcels: readonly TypedParcel[], doubt: string): string =>
  parcels.map((parcel) => doubtedIn(parcel, doubt.endsWith(twinAdvice) ? twinAdvice : doubt)).join(' ')
