import { machineDate } from '~/kernel/dates.ts'
import { dayNumber } from '~/kernel/days.ts'

export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
  /** Epoch ms of one more: the last backup with all pictures, while later ones lack some (D71). */
  readonly also?: number | undefined
}

export const usualKeepRule: KeepRule = { days: 7, weeks: 4, months: 12 }

/** Weeks begin on Monday, and 1 January 1970 was a Thursday. */
const weekOf = (time: number) => String(Math.floor((dayNumber(time) + 3) / 7))

/** The times (epoch ms) of the backups to keep, always with the newest (D23). */
export const keptBackups = (times: readonly number[], rule: KeepRule): ReadonlySet<number> => {
  const newestFirst = times.toSorted((a, b) => b - a)
  const newestOfEach = (spanOf: (time: number) => string, most: number): number[] =>
    [...Map.groupBy(newestFirst, spanOf).values()].slice(0, most).flatMap(([newest]) => newest ?? [])
  const dayOf = (time: number) => machineDate(time) ?? ''
  return new Set([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter((time) => time === rule.also),
    ...newestOfEach(dayOf, rule.days),
    ...newestOfEach(weekOf, rule.weeks),
    ...newestOfEach((time) => dayOf(time).slice(0, 7), rule.months),
  ])
}
