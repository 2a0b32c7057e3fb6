import { machineDate } from '~/kernel/dates.ts'

const hour = 3_600_000

/** In Tokyo, when hardly anybody shops. */
const beginsAt = 3

/** The night of this moment, such as 2026-11-27, which begins at three o'clock; null for a moment that is none. */
export const nightOf = (now: number): string | null => machineDate(now - beginsAt * hour)

/** Minutes in which no further backup is asked for after one was made (D107). */
export const restMinutes = 10
/** A run gives a sign of life so often, and counts as broken off after so long without one. */
export const aliveEveryMs = 20_000
const brokenOffMs = 120_000
/** One that no job has taken up may be asked for again. */
const untakenMs = 10 * 60_000

/** What is under way, or how it ended. */
export interface BackupRun {
  readonly state: 'asked' | 'running' | 'ended'
  /** Of the press, or of the last sign of life, epoch ms. */
  readonly at: number
  /** Why the last one failed, in Japanese. */
  readonly failure: string | null
}

export const isUnderWay = ({ state, at }: BackupRun, now: number): boolean =>
  (state === 'asked' && now - at < untakenMs) || (state === 'running' && now - at < brokenOffMs)

/** Whether the last backup is so young that none is asked for; a clock that was set back keeps nobody waiting. */
export const isTooSoon = (madeAt: number | null, now: number): boolean =>
  madeAt !== null && now >= madeAt && now - madeAt < restMinutes * 60_000

export const brokenOff = '控えの途中で止まりました。もう一度、取ってください。'

/** Why the last run failed; null where it did not, or is under way. */
export const failureOf = (run: BackupRun, now: number): string | null => {
  if (isUnderWay(run, now)) return null
  return run.state === 'ended' ? run.failure : brokenOff
}

/** When the next one is made by night, epoch ms; `done` is the night of the last one. */
export const nextNight = (done: string | undefined, now: number): number => {
  const day = 24 * hour
  const today = Date.parse(`${nightOf(now)}T0${beginsAt}:00:00+09:00`)
  return done === nightOf(now) ? today + day : now
}
