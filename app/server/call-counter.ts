import { type CallLimits, countedForCall } from './call-limits.ts'
import { type Counted, spanStart, untilSpanEnds } from './rate-limit.ts'

/** Counts cheap calls in memory by the limits of call-limits.ts. Gives ms to wait, 0 for none; refusals are not counted. */
export interface CallCounter {
  waitOfClient(limits: CallLimits, address: string, now: number): number
  waitOfOthers(limits: CallLimits, address: string, now: number): number
  size(): number
}

/** Beyond this the callers who called longest ago are forgotten. */
const mostKept = 50_000

const forgetOldest = (counts: Map<string, number>, some: number) => {
  for (const oldest of [...counts.keys()].slice(0, some)) counts.delete(oldest)
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

  const wait = (limits: CallLimits, counted: readonly Counted[], now: number): number => {
    const counts = countsNow(limits, now)
    if (counted.some(({ subject, most }) => (counts.get(subject) ?? 0) >= most))
      return untilSpanEnds(limits, now)
    for (const { subject } of counted) {
      const count = counts.get(subject) ?? 0
      counts.delete(subject)
      counts.set(subject, count + 1)
    }
    if (counts.size > mostKept) forgetOldest(counts, mostKept / 2)
    return 0
  }

  return {
    waitOfClient: (limits, address, now) => wait(limits, [countedForCall(limits, address).client], now),
    waitOfOthers: (limits, address, now) => {
      const { network, together } = countedForCall(limits, address)
      return wait(limits, [network, together], now)
    },
    size: () => [...spans.values()].reduce((sum, { counts }) => sum + counts.size, 0),
  }
}
