import { type CallLimits, countedForCall } from './call-limits.ts'
import { type Counted, hasPlace, spanStart, untilSpanEnds } from './rate-limit.ts'

/** Counts cheap calls in memory by the limits of call-limits.ts. Gives ms to wait, 0 for none; refusals are not counted. */
export interface CallCounter {
  waitOfClient(limits: CallLimits, address: string, now: number): number
  /** For a call that turned out to cost nothing; `now` is when it was counted. */
  uncountClient(limits: CallLimits, address: string, now: number): void
  waitOfOthers(limits: CallLimits, address: string, now: number): number
  size(): number
}

/** Beyond this the callers who called longest ago are forgotten, but never what all called together. */
const mostKept = 50_000

const forgetOldest = (counts: Map<string, number>, together: string) => {
  const kept = counts.get(together)
  for (const oldest of [...counts.keys()].slice(0, mostKept / 2)) counts.delete(oldest)
  if (kept !== undefined) counts.set(together, kept)
}

export const createCallCounter = (): CallCounter => {
  const spans = new Map<string, { readonly start: number; readonly counts: Map<string, number> }>()

  const countsNow = (limits: CallLimits, now: number): Map<string, number> => {
    const start = spanStart(limits, now)
    const known = spans.get(limits.name)
    if (known?.start === start) return known.counts
    const counts = new Map<string, number>()
    spans.set(limits.name, { start, counts })
    return counts
  }

  const wait = (limits: CallLimits, address: string, counted: readonly Counted[], now: number): number => {
    const counts = countsNow(limits, now)
    const countOf = (subject: string) => counts.get(subject) ?? 0
    const isAdmitted = counted.every((each) => hasPlace(each, countOf))
    for (const { subject } of counted) {
      const count = countOf(subject) + (isAdmitted ? 1 : 0)
      // Also of who is refused: nobody is forgotten while still calling.
      counts.delete(subject)
      counts.set(subject, count)
    }
    if (counts.size > mostKept) forgetOldest(counts, countedForCall(limits, address).together.subject)
    return isAdmitted ? 0 : untilSpanEnds(limits, now)
  }

  return {
    waitOfClient: (limits, address, now) =>
      wait(limits, address, [countedForCall(limits, address).client], now),
    uncountClient: (limits, address, now) => {
      const counts = countsNow(limits, now)
      const { subject } = countedForCall(limits, address).client
      const count = counts.get(subject) ?? 0
      if (count > 0) counts.set(subject, count - 1)
    },
    waitOfOthers: (limits, address, now) => {
      const { network, together } = countedForCall(limits, address)
      return wait(limits, address, [network, together], now)
    },
    size: () => [...spans.values()].reduce((sum, { counts }) => sum + counts.size, 0),
  }
}
