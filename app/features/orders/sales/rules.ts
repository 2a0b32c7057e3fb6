import type { SalesBasis, SalesKind } from './types.ts'

/** 2026-11 of 2026-11-30. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** Months later, or before where `by` is below 0. */
export const monthsLater = (month: string, by: number): string => {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const at = new Date(Date.UTC(year, of - 1 + by, 1))
  return at.toISOString().slice(0, 7)
}

export const nextMonth = (month: string): string => monthsLater(month, 1)

/** Days of a month: 29 in a leap year's February. */
export const daysIn = (month: string): number => {
  const [year = 0, of = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of, 0)).getUTCDate()
}

/** A month such as 2026-11 as it stands in an address; undefined for anything else. */
export const monthTyped = (text: string): string | undefined =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined

/** 2026年11月. */
export const monthName = (month: string): string => {
  const [year, of] = month.split('-').map(Number)
  return `${year}年${of}月`
}

/** 11/30 of 2026-11-30. */
export const dayName = (day: string): string => {
  const [, month, of] = day.split('-').map(Number)
  return `${month}/${of}`
}

/** Entries of one day and kind, summed. */
export interface SummedEntries {
  readonly day: string
  readonly kind: SalesKind
  readonly takesBack: boolean
  readonly neverLeft: boolean
  readonly isLate: boolean
  readonly count: number
  readonly amount: number
  readonly tax: number
  readonly shipping: number
  readonly fee: number
  readonly payout: number
}

/** `count`: entries less those that take one back. Yen with their sign. */
export interface FigureSum {
  readonly count: number
  readonly amount: number
  readonly tax: number
  readonly shipping: number
}

export interface MonthDay {
  readonly day: string
  readonly orders: number
  /** Sold, less what went back that day; without fees. */
  readonly amount: number
}

export interface MonthFigures {
  readonly month: string
  readonly sales: FigureSum
  /** Of the sales: orders that never left, because their money went back before. */
  readonly neverLeft: FigureSum
  readonly refunds: FigureSum
  readonly disputes: FigureSum
  readonly won: FigureSum
  readonly fees: { readonly count: number; readonly amount: number }
  /** All that is left of the sales, fees taken off. */
  readonly remains: number
  /** What the provider pays out for the month's entries. */
  readonly payout: number
  /** Corrections of months that were over: entries, and yen within what remains. */
  readonly late: { readonly count: number; readonly amount: number }
  readonly days: readonly MonthDay[]
}

const noSum: FigureSum = { count: 0, amount: 0, tax: 0, shipping: 0 }

const summed = (entries: readonly SummedEntries[]): FigureSum =>
  entries.reduce(
    (sum, { count, takesBack, amount, tax, shipping }) => ({
      count: sum.count + (takesBack ? -count : count),
      amount: sum.amount + amount,
      tax: sum.tax + tax,
      shipping: sum.shipping + shipping,
    }),
    noSum,
  )

const total = (entries: readonly SummedEntries[], of: (entry: SummedEntries) => number): number =>
  entries.reduce((sum, entry) => sum + of(entry), 0)

/** The day of this number of a month, such as 2026-11-01. */
const dayIn = (month: string, at: number): string => `${month}-${String(at).padStart(2, '0')}`

/** What stands on the page of a month: sums of its entries, and each of its days. */
export const monthFigures = (month: string, entries: readonly SummedEntries[]): MonthFigures => {
  const of = (kind: SalesKind) => entries.filter((entry) => entry.kind === kind)
  const late = entries.filter(({ isLate }) => isLate)
  const fees = summed(of('fee')).count
  return {
    month,
    sales: summed(of('sale')),
    neverLeft: summed(of('sale').filter(({ neverLeft }) => neverLeft)),
    refunds: summed(of('refund')),
    disputes: summed(of('dispute')),
    won: summed(of('dispute-won')),
    fees: { count: fees, amount: total(entries, ({ fee }) => fee) },
    remains: total(entries, ({ amount, fee }) => amount - fee),
    payout: total(entries, ({ payout }) => payout),
    late: {
      count: total(late, ({ count }) => count),
      amount: total(late, ({ amount, fee }) => amount - fee),
    },
    days: Array.from({ length: daysIn(month) }, (_, at) => {
      const day = dayIn(month, at + 1)
      const ofDay = entries.filter((entry) => entry.day === day)
      return {
        day,
        orders: summed(ofDay.filter(({ kind }) => kind === 'sale')).count,
        amount: total(ofDay, ({ amount }) => amount),
      }
    }),
  }
}

/** How the desk names what an order counts by. */
export const basisNames: Readonly<Record<SalesBasis, string>> = { shipped: '発送日', paid: '支払日' }

export const isBasis = (word: string): word is SalesBasis => Object.hasOwn(basisNames, word)

/** The state of a form that changes the basis: another press before it, or the end of the month, makes it another one (M28). */
export const shownBasis = (fromMonth: string, basis: SalesBasis): string => `${fromMonth} ${basis}`

const kindNames: Readonly<Record<SalesKind, string>> = {
  sale: '売上',
  refund: '返金',
  dispute: '異議申し立て',
  'dispute-won': '異議申し立ての戻り',
  fee: '決済手数料',
}

/** 売上の取り消し, where an entry takes one back. */
export const entryName = ({ kind, takesBack }: Pick<SummedEntries, 'kind' | 'takesBack'>): string =>
  takesBack ? `${kindNames[kind]}の取り消し` : kindNames[kind]
