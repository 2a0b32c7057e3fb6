import { withinLimit } from '../time-limit.ts'
import { isDatabaseAway, isDiskFull } from './database-errors.ts'

/** One write that found no room says more than a later small one that did: SQLite's journal may have room within. */
const fullForMs = 60_000

/** When the database last failed to answer a query, or had no room for one, in monotonic ms. */
export const createAwayMark = () => {
  let lastAt = Number.NEGATIVE_INFINITY
  let fullAt = Number.NEGATIVE_INFINITY
  return {
    note: (error: unknown) => {
      if (isDatabaseAway(error)) lastAt = performance.now()
      if (isDiskFull(error)) fullAt = performance.now()
    },
    since: (at: number) => lastAt >= at,
    /** Throws while a write of the last minute found no room. */
    checkRoom: () => {
      if (performance.now() - fullAt < fullForMs) throw new Error('the disk of the database is full')
    },
  }
}
export type AwayMark = ReturnType<typeof createAwayMark>

const probePauseMs = 10_000
const failedPauseMs = 3_000

/** Runs `write` at most every 10 s, after a failure every 3 s, and throws its last error; a run longer than `limitMs` counts at a later call. */
export const createWriteProbe = (write: () => Promise<unknown>, limitMs: number): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  let nextAt = Number.NEGATIVE_INFINITY
  let failure: { readonly error: unknown } | undefined

  const probe = async () => {
    try {
      await write()
      failure = undefined
    } catch (error) {
      failure = { error }
    }
    nextAt = performance.now() + (failure ? failedPauseMs : probePauseMs)
    running = undefined
  }

  return async () => {
    if (performance.now() >= nextAt) running ??= probe()
    if (running) await withinLimit(limitMs, running, () => undefined)
    if (failure) throw failure.error
  }
}

const quickMs = 500
const agreedMs = 1_000

/** The difference of clocks; a slow answer would distort it by its delay and is ignored. */
export const createClockCheck = (databaseNow: () => Promise<number>) => {
  let aheadMs = 0
  return {
    aheadMs: () => aheadMs,
    check: async () => {
      const [before, startedAt] = [Date.now(), performance.now()]
      const theirs = await databaseNow()
      const tookMs = performance.now() - startedAt
      if (tookMs > quickMs) return
      const ahead = Math.round(theirs - before - tookMs / 2)
      aheadMs = Math.abs(ahead) < agreedMs ? 0 : ahead
    },
  }
}

export const once = (close: () => Promise<void>) => {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= close()
    return closed
  }
}
