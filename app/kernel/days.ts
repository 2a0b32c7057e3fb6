const dayMs = 86_400_000
/** Tokyo has no summer time. */
const offsetMs = 9 * 3_600_000

/** The day of Tokyo in which `moment` (epoch ms) lies, counted from 1970. */
export const dayNumber = (moment: number): number => Math.floor((moment + offsetMs) / dayMs)

/** 12/3, in Tokyo; `moment` in epoch ms. */
export const displayDay = (moment: number): string => {
  const day = new Date(moment + offsetMs)
  return `${day.getUTCMonth() + 1}/${day.getUTCDate()}`
}

/** How many midnights of Tokyo lie between `now` and `moment`; below 0 for a day that is over. */
export const daysUntil = (moment: number, now: number): number => dayNumber(moment) - dayNumber(now)

/** The beginning of the day of Tokyo in which `moment` lies, in epoch ms. */
export const startOfDay = (moment: number): number => dayNumber(moment) * dayMs - offsetMs

/** How long `since` is ago, roughly: いま, 3分前, 5時間前, 2日前. A moment ahead of `now` is now. */
export const agoText = (since: number, now: number): string => {
  const minutes = Math.floor(Math.max(0, now - since) / 60_000)
  if (minutes === 0) return 'いま'
  if (minutes < 60) return `${minutes}分前`
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}時間前` : `${Math.floor(minutes / 1_440)}日前`
}

/** 12/3, of a day that `dayNumber` counted. */
export const displayDayNumber = (day: number): string => displayDay(day * dayMs - offsetMs)
