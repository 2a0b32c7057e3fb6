import { appendFileSync } from 'node:fs'
import { built } from '../../scripts/build-when-stale.js'
import { getReady } from '../../scripts/get-ready.js'

/** `npm run test:holds` runs all cases, `CI=true npm test` a few of each, from the same files. */
export const isWhole = process.env.HOLDS === 'whole'
export const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** The built shop of these tests; waits for another build that is under way. */
export const shopIsBuilt = (): Promise<void> => getReady(built)

/** One line of the table at the end: a kind of fault, how often it was tried, and the results. */
export interface Outcome {
  readonly fault: string
  readonly trials: number
  readonly lost: number
  readonly doubled: number
  /** The longest recovery after a fault, in ms. */
  readonly recoveredMs: number
  readonly remarks?: string
}

/** For scripts/test.js, which prints the lines of all files together. */
export const note = (outcome: Outcome): void => {
  const table = process.env.HOLDS_TABLE
  if (table !== undefined) appendFileSync(table, `${JSON.stringify(outcome)}\n`)
}

export type Chance = ReturnType<typeof chanceOf>

/** The same for the same seed (mulberry32). */
export const chanceOf = (from: number) => {
  let state = from
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    of: <T>(list: readonly T[]): T => {
      const one = list[below(list.length)]
      if (one === undefined) throw new Error('nothing to choose from')
      return one
    },
  }
}
