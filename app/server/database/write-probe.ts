import { withinLimit } from '../time-limit.ts'

const pauseMs = 3_000

/**
 * Says whether a database takes writes, by doing `write` at most once every 3 s: the function it gives throws what the
 * last one threw. A write that only waits, for it is not alone, is waited for `limitMs`, and until it ends the one before counts.
 */
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
    nextAt = performance.now() + pauseMs
    running = undefined
  }

  return async () => {
    if (performance.now() >= nextAt) running ??= probe()
    if (running) await withinLimit(limitMs, running, () => undefined)
    if (failure) throw failure.error
  }
}
