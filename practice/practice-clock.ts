/** The provider's own clock: a session can run out and a key be forgotten without anybody waiting for it. */
export interface PracticeClock {
  /** Epoch milliseconds. */
  now(): number
  /** Whole epoch seconds, the unit of every time in the provider's API. */
  seconds(): number
  /** How far this clock has been put ahead of the real one, in ms. */
  ahead(): number
  /** Puts the clock `ms` milliseconds further ahead. */
  advance(ms: number): void
}

/** A clock that starts `aheadMs` ahead of `now` (epoch ms). */
export const createClock = (now: () => number, aheadMs: number): PracticeClock => {
  let ahead = aheadMs
  return {
    now: () => now() + ahead,
    seconds: () => Math.floor((now() + ahead) / 1000),
    ahead: () => ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}
