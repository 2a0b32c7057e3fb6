const dayMs = 86_400_000
/** Tokyo has no summer time. */
const offsetMs = 9 * 3_600_000

/** Its UTC parts are those of Tokyo; `moment` in epoch ms. `Intl` takes a phone 30 ms for the first date of a page. */
export const inTokyo = (moment: number): Date => new Date(moment + offsetMs)

/** Days since 1970 in Tokyo; `moment` in epoch ms. */
export const dayNumber = (moment: number): number => Math.floor((moment + offsetMs) / dayMs)

/** 12/3, in Tokyo; `moment` in epoch ms. */
export const displayDay = (moment: number): string => {
  const day = inTokyo(moment)
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}`
}

/** Midnights in Tokyo between `now` and `moment` (epoch ms); negative for the past. */
export const daysUntil = (moment: number, now: number): number => dayNumber(moment) - dayNumber(now)

/** Epoch ms of the midnight in Tokyo at which the day of this number begins. */
export const startOfDayNumber = (day: number): number => day * dayMs - offsetMs

/** Epoch ms of the midnight in Tokyo before `moment`. */
export const startOfDay = (moment: number): number => startOfDayNumber(dayNumber(moment))

const minutesAgo = (since: number, now: number): number => Math.floor(Math.max(0, now - since) / 60_000)

/** Within a minute; the future counts as now. */
export const isJustNow = (since: number, now: number): boolean => minutesAgo(since, now) === 0

/** いま, 3分前, 5時間前 or 2日前; the future counts as now. */
export const agoText = (since: number, now: number): string => {
  const minutes = minutesAgo(since, now)
  if (minutes === 0) return 'いま'
  if (minutes < 60) return `${minutes}分前`
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}時間前` : `${Math.floor(minutes / 1_440)}日前`
}

export const displayDayNumber = (day: number): string => displayDay(startOfDayNumber(day))
