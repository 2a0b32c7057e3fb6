import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'

export interface Memory {
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
