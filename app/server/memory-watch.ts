import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Log } from './log.ts'

/** Of the heap's limit, by what is left after a full collection: below it the process would soon be ended by V8. */
const shortFrom = 0.9
const enoughBelow = 0.85

export interface MemoryWatch {
  /** New work is refused meanwhile; what is kept for everybody is still served (D50). */
  readonly isShort: () => boolean
  readonly close: () => void
}

/** Says once when memory gets short, for the alarms of the log, and once when there is enough. `used` and `limit` are in bytes. */
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

/** Measures after each full collection, which come often when memory is short. */
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
