import { dayNumber, startOfDayNumber } from '~/kernel/days.ts'
import type { ClosedDays, SalesTerms } from '~/kernel/shop-settings.ts'
import { nfkc } from '~/kernel/text.ts'

const dayMs = 86_400_000
const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const

/** Days are 'YYYY-MM-DD' of Tokyo. */
export interface DeliveryCalendar {
  readonly terms: Pick<SalesTerms, 'delivery' | 'deliveryDays'>
  readonly closedDays: readonly ClosedDays[]
  /** 'HH:MM' in Tokyo, or null. */
  readonly cutOff: string | null
  /** Public holidays are known until the end of this year. */
  readonly lastYear: number
  readonly isHoliday: (day: string) => boolean
}

/** Valid until `until` (epoch ms); `text` is null if nothing can be said. */
export interface Arrival {
  readonly until: number
  readonly text: string | null
}

/** Days since 1970 in Tokyo. */
type DayNumber = number

const written = (day: DayNumber): string => new Date(day * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: DayNumber): number => new Date(day * dayMs).getUTCDay()

/** Weekdays (0 is Sunday) that the law's item excludes, as in 土・日・祝は営業日に含みません. Sundays and holidays never count. */
export const weekdaysOff = (delivery: string): ReadonlySet<number> => {
  const excluded =
    nfkc(delivery).match(
      /[日月火水木金土曜祝祭・、,と及び\s]+(?:は|を)?(?:、)?(?:営業日に含|含[みま]|除|休)/g,
    ) ?? []
  const signs = excluded.join('').replaceAll(/営業日|休業日|定休日|祝祭?日|曜日|曜/g, '')
  return new Set([0, ...weekdays.flatMap((sign, at) => (signs.includes(sign) ? [at] : []))])
}

/** Only if the law's item tells arrival in these working days are days counted (P21). */
export const countsWorkingDays = ({
  delivery,
  deliveryDays: { from, to },
}: DeliveryCalendar['terms']): boolean => {
  const days = from === to ? `${to}` : String.raw`${from}(?:営業日)?\s*[〜~\-–]\s*${to}`
  return new RegExp(String.raw`(?:^|\D)${days}\s*営業日[^。発出]*(?:届|到着)`).test(nfkc(delivery))
}

const isClosed = (calendar: DeliveryCalendar, off: ReadonlySet<number>, day: DayNumber): boolean => {
  const name = written(day)
  const isOwn = calendar.closedDays.some((closed) =>
    typeof closed === 'string' ? closed === name : closed.from <= name && name <= closed.to,
  )
  return isOwn || off.has(weekdayOf(day)) || calendar.isHoliday(name)
}

/** Ends the search for a working day, however many days are closed. */
const furthestDays = 1_000

/**
 * First and last working day of arrival for an order of `moment`, not counting its own day. Null if the law's item counts no working
 * days, or beyond the years with known holidays (P21).
 */
export const arrivalDays = (
  calendar: DeliveryCalendar,
  moment: number,
): { readonly from: string; readonly to: string } | null => {
  const { terms, cutOff, lastYear } = calendar
  if (!countsWorkingDays(terms)) return null
  const off = weekdaysOff(terms.delivery)
  const today = dayNumber(moment)
  const isLate = cutOff !== null && moment >= cutOffOf(today, cutOff) && !isClosed(calendar, off, today)
  const ordered = isLate ? today + 1 : today
  const { from, to } = terms.deliveryDays
  let counted = 0
  let first: DayNumber | undefined
  for (let day = from === 0 ? ordered : ordered + 1; day <= ordered + furthestDays; day += 1) {
    if (Number(written(day).slice(0, 4)) > lastYear) return null
    if (isClosed(calendar, off, day)) continue
    if (day > ordered) counted += 1
    if (counted >= from) first ??= day
    if (first !== undefined && counted >= to) return { from: written(first), to: written(day) }
  }
  return null
}

const cutOffOf = (day: DayNumber, cutOff: string): number => {
  const [hours = '0', minutes = '0'] = cutOff.split(':')
  return startOfDayNumber(day) + (Number(hours) * 60 + Number(minutes)) * 60_000
}

const spoken = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`)
  return `${date.getUTCMonth() + 1}月${date.getUTCDate()}日(${weekdays[date.getUTCDay()]})`
}

/** 11月27日(金)〜12月1日(火)ごろお届け: an estimate, not a promise (P21); null as `arrivalDays`. */
export const arrivalText = (calendar: DeliveryCalendar, moment: number): string | null => {
  const days = arrivalDays(calendar, moment)
  if (days === null) return null
  const range = days.from === days.to ? spoken(days.from) : `${spoken(days.from)}〜${spoken(days.to)}`
  return `${range}ごろお届け`
}

const daysAhead = 2

/** For now and the next days, so that an open page changes at midnight and at the cut-off (P21). */
export const arrivalsFrom = (calendar: DeliveryCalendar, now: number): Arrival[] => {
  const arrivals: Arrival[] = []
  const today = dayNumber(now)
  for (let day = today; day < today + daysAhead; day += 1) {
    const turns = calendar.cutOff === null ? [] : [cutOffOf(day, calendar.cutOff)]
    for (const until of [...turns, startOfDayNumber(day + 1)]) {
      if (until <= now) continue
      const text = arrivalText(calendar, until - 1)
      const before = arrivals.at(-1)
      if (before?.text === text) arrivals.pop()
      arrivals.push({ until, text })
    }
  }
  return arrivals
}

/** Null beyond what is known. */
export const arrivalAt = (arrivals: readonly Arrival[], now: number): string | null =>
  arrivals.find(({ until }) => now < until)?.text ?? null
