import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Log } from './log.ts'

/** Share of the heap's limit in use after a full collection; above it V8 would soon end the process. */
const shortFrom = 0.9
const enoughBelow = 0.85

export interface MemoryWatch {
  /** While true, new work is refused and cached pages are still served (D50). */
  readonly isShort: () => boolean
  readonly close: () => void
}

/** Logs once when memory becomes short, with an alarm, and once when it is enough again. Bytes. */
export const createMemoryGauge = (log: Log) => {
  let isShort = false
  return {
    isShort: () => isShort,
    measure: ({ used, limit }: { readonly used: number; readonly limit: number }): void => {
      const wasShort = isShort
      isShort = used / limit >= (wasShort ? enoughBelow : shortFrom)
      if (isShort === wasShort) return
      const fields = { usedMb: Math.round(used / 1_048_576), limitMb: Math.round(limit / 1_048_576) }
      if (isShort) log.error('memory is short: new work is refused', { ...fields, alarm: true })
      else log.info('there is enough memory again', fields)
    },
  }
}

/** Measures after full collections, which are frequent when memory is short. */
export const watchMemory = (log: Log): MemoryWatch => {
  const gauge = createMemoryGauge(log)
  const observer = new PerformanceObserver((list) => {
    const isMajor = (entry: object) => {
      const detail: unknown = Reflect.get(entry, 'detail')
      return detail instanceof Object && Reflect.get(detail, 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR
    }
    if (!list.getEntries().some(isMajor)) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    gauge.measure({ used, limit })
  })
  observer.observe({ entryTypes: ['gc'] })
  return { isShort: gauge.isShort, close: () => observer.disconnect() }
}
