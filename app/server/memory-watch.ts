import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Log } from './log.ts'

/** `tight`: pages for one visitor are refused. `short`: all that is new is (D50, D62). */
type Room = 'enough' | 'tight' | 'short'

interface Bounds {
  /** Shares of the limit from which on memory is so. */
  readonly tight: number
  readonly short: number
  /** How far below it has to fall. */
  readonly margin: number
}

/** After a full collection; above `short` V8 would soon end the process. */
const heapBounds: Bounds = { tight: 0.8, short: 0.9, margin: 0.05 }
/** At the limit the kernel ends the process. Photographs that are read beside the shop take 0.86 of 256 MB for a while. */
const residentBounds: Bounds = { tight: 0.88, short: 0.95, margin: 0.05 }

export interface MemoryWatch {
  /** While true, what is rendered for one visitor alone is refused; pages for everybody, checkout and desk go on (D62). */
  readonly isTight: () => boolean
  /** While true, new work is refused and cached pages are still served (D50). */
  readonly isShort: () => boolean
  readonly close: () => void
}

const roomOf = (share: number, { tight, short, margin }: Bounds, before: Room): Room => {
  const isOver = (bound: number, wasOver: boolean) => share >= (wasOver ? bound - margin : bound)
  if (isOver(short, before === 'short')) return 'short'
  return isOver(tight, before !== 'enough') ? 'tight' : 'enough'
}

const words: Readonly<Record<Room, string>> = {
  enough: 'there is enough memory again',
  tight: 'memory is tight: what is rendered for one visitor alone is refused',
  short: 'memory is short: new work is refused',
}

const ranks: Readonly<Record<Room, number>> = { enough: 0, tight: 1, short: 2 }
const worse = (one: Room, other: Room): Room => (ranks[one] >= ranks[other] ? one : other)

/** Logs each change once, with an alarm when it becomes worse. */
export const createMemoryGauge = (log: Log) => {
  const rooms: Record<'heap' | 'resident', Room> = { heap: 'enough', resident: 'enough' }
  const together = () => worse(rooms.heap, rooms.resident)
  return {
    room: together,
    measure: (what: 'heap' | 'resident', { used, limit }: Memory): void => {
      const before = together()
      rooms[what] = roomOf(used / limit, what === 'heap' ? heapBounds : residentBounds, rooms[what])
      const now = together()
      if (now === before) return
      const fields = {
        what,
        usedMb: Math.round(used / 1_048_576),
        limitMb: Math.round(limit / 1_048_576),
      }
      if (ranks[now] > ranks[before]) log.error(words[now], { ...fields, alarm: true })
      else log.info(words[now], fields)
    },
  }
}

const measuredForMs = 50

/** The heap is measured after full collections, which are frequent when memory is short; resident memory when somebody asks. */
export const watchMemory = (log: Log): MemoryWatch => {
  const gauge = createMemoryGauge(log)
  const resident = memoryReader()
  let measuredAt = Number.NEGATIVE_INFINITY
  const observer = new PerformanceObserver((list) => {
    const isMajor = (entry: object) => {
      const detail: unknown = Reflect.get(entry, 'detail')
      return detail instanceof Object && Reflect.get(detail, 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR
    }
    if (!list.getEntries().some(isMajor)) return
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    gauge.measure('heap', { used, limit })
  })
  observer.observe({ entryTypes: ['gc'] })
  const roomNow = () => {
    if (performance.now() - measuredAt > measuredForMs) {
      gauge.measure('resident', resident())
      measuredAt = performance.now()
    }
    return gauge.room()
  }
  return {
    isTight: () => roomNow() !== 'enough',
    isShort: () => roomNow() === 'short',
    close: () => observer.disconnect(),
  }
}

interface Memory {
  /** Bytes that nobody can take back: file pages, and names and nodes of files, that the kernel keeps do not count. */
  readonly used: number
  readonly limit: number
}

interface Group {
  readonly usage: string
  readonly limit: string
  /** What of the usage the kernel gives back before it ends anybody. */
  readonly kept: readonly string[]
}

const second: Group = {
  usage: 'memory.current',
  limit: 'memory.max',
  // The last is some 150 MB after a backup has opened 140,000 pictures, and stays until somebody needs the room.
  kept: ['active_file', 'inactive_file', 'slab_reclaimable'],
}
const first: Group = {
  usage: 'memory.usage_in_bytes',
  limit: 'memory.limit_in_bytes',
  kept: ['total_active_file', 'total_inactive_file'],
}

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** A container may see its own group as the root. */
const foldersOf = (groups: string, root: string) => {
  const path = (line: RegExp) => line.exec(groups)?.[1] ?? '/'
  const [ofFirst, ofSecond] = [path(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m), path(/^0::(.*)$/m)]
  return [
    { group: second, folder: join(root, ofSecond) },
    { group: second, folder: root },
    { group: first, folder: join(root, 'memory', ofFirst) },
    { group: first, folder: join(root, 'memory') },
  ]
}

/** Of the cgroup that limits this process, with all that runs in it; without a limit of this process beside the whole machine (D62). */
export const memoryReader = (
  groups = read('/proc/self/cgroup'),
  root = '/sys/fs/cgroup',
  total = totalmem(),
): (() => Memory) => {
  const limited = foldersOf(groups, root)
    .map((place) => ({ ...place, limit: Number.parseInt(read(join(place.folder, place.group.limit)), 10) }))
    .find(({ limit }) => limit > 0 && limit < total)
  if (limited === undefined) return () => ({ used: process.memoryUsage.rss(), limit: total })
  const { group, folder, limit } = limited
  return () => {
    const stat = read(join(folder, 'memory.stat'))
    const bytesOf = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(stat)?.[1] ?? 0)
    const kept = group.kept.reduce((sum, name) => sum + bytesOf(name), 0)
    return { used: Number(read(join(folder, group.usage))) - kept, limit }
  }
}
