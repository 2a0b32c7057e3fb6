import { withinLimit } from '../time-limit.ts'
import { isDatabaseAway } from './database-errors.ts'

/** When the database last failed to answer a query, in monotonic ms. */
export const createAwayMark = () => {
  let lastAt = Number.NEGATIVE_INFINITY
  return {
    note: (error: unknown) => {
      if (isDatabaseAway(error)) lastAt = performance.now()
    },
    since: (at: number) => lastAt >= at,
  }
}
export type AwayMark = ReturnType<typeof createAwayMark>

const probePauseMs = 3_000

/** Runs `write` at most every 3 s and throws its last error; a run longer than `limitMs` counts at a later call. */
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
    nextAt = performance.now() + probePauseMs
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
