import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'
const isFirstVersion = existsSync(join(root, 'memory/memory.limit_in_bytes'))
const names = isFirstVersion
  ? { below: join(root, 'memory'), limit: 'memory.limit_in_bytes', events: 'memory.oom_control' }
  : { below: root, limit: 'memory.max', events: 'memory.events' }

/** A cgroup with a limit of memory, as a container or a systemd unit has. */
export interface MemoryGroup {
  /** For MEMORY_GROUP of `startShop`. */
  readonly folder: string
  /** How often the kernel killed a process in it. */
  kills(): number
  /** Only when its processes have ended. */
  remove(): void
}

let groups = 0

/** Undefined where this user may make none: then only what a process takes can be read. */
export const memoryGroup = (limitBytes: number): MemoryGroup | undefined => {
  groups += 1
  const folder = join(names.below, `nuno-square-${process.pid}-${groups}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, names.limit), String(limitBytes))
  } catch {
    if (existsSync(folder)) rmdirSync(folder)
    return undefined
  }
  return {
    folder,
    kills: () => Number(/oom_kill (\d+)/.exec(readFileSync(join(folder, names.events), 'utf8'))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  }
}

const statusMb = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1_024

export const residentMb = (pid: number): number => statusMb(pid, 'VmRSS')

/** The most MB resident since the start or `forgetPeak`. */
export const peakMb = (pid: number): number => statusMb(pid, 'VmHWM')

export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')
