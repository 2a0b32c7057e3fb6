import { type BigIntStats, statSync } from 'node:fs'
import { chmod, mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOfError } from '../whole-file.ts'
import { isSqliteBusy } from './database-errors.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'
import { refusalOfVersion, versionSql, type WriteGuard, WritesRefused } from './write-guard.ts'

const waitLimitMs = 5_000
const busyPauseMs = 5
const journalKeptBytes = 64 * 1024 * 1024

/** FULL: a commit is on the disk before it is answered, so a power cut loses nothing. */
const writerSettings = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma journal_size_limit = ${journalKeptBytes};
`

/** SQLite's own 2 MB hold a fifth of what the searches of a shop of 5,000 fabrics read again and again. */
const readerCacheKb = 16_000

/** A reader waits only for a process that recovers the file after a crash. */
const readerSettings = `
  pragma busy_timeout = 1000;
  pragma query_only = on;
  pragma cache_size = -${readerCacheKb};
`

/** Reads have their own connection, so they never wait for a write. */
export interface SqliteFile {
  readonly writer: SqliteConnection
  readonly reader: SqliteConnection
  readonly writes: WriteQueue
  /** How long (ms) a write waits for its lock and for other processes. */
  readonly waitLimitMs: number
  /** Before each write, under its lock: throws WritesRefused when the file was replaced or has another schema (D9). */
  checkWrite(): void
  /** Waits for the running transaction up to the limit, then rolls it back. */
  close(): Promise<void>
}

/** SQLite's own busy handler would block this process and all its requests. */
export const retryWhileBusy = async <T>(attempt: () => T | Promise<T>, limitMs: number): Promise<T> => {
  const deadline = performance.now() + limitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= deadline) throw error
    }
    await delay(busyPauseMs)
  }
}

const ownersAlone = 0o600

const notThere = (error: unknown) => {
  if (codeOfError(error) === 'ENOENT') return undefined
  throw error
}

/** SQLite creates -wal and -shm with the mode of the database file; files of an older start are changed here. */
const keepFromOthers = async (file: string): Promise<void> => {
  await (await open(file, 'a', ownersAlone)).close()
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = await stat(path).catch(notThere)
    if (found !== undefined && (found.mode & 0o077) !== 0) await chmod(path, ownersAlone)
  }
}

const identityOf = (file: string): BigIntStats | undefined =>
  statSync(file, { bigint: true, throwIfNoEntry: false })

const isSameFile = (one: BigIntStats | undefined, other: BigIntStats | undefined): boolean =>
  one !== undefined && one.ino === other?.ino && one.dev === other.dev

/** Opens or creates `file` and its folder, readable by the process's user alone; throws when that fails. */
export const openSqliteFile = async (file: string, guard: WriteGuard): Promise<SqliteFile> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await keepFromOthers(file)
  const writer = await retryWhileBusy(() => openSqliteConnection(file, writerSettings), waitLimitMs)
  const reader = openSqliteConnection(file, readerSettings)
  const opened = identityOf(file)
  const writes = createWriteQueue(waitLimitMs)
  let closed: Promise<void> | undefined
  const close = async () => {
    const release = await writes.acquire().catch(() => undefined)
    reader.close()
    writer.close()
    release?.()
  }
  return {
    writer,
    reader,
    writes,
    waitLimitMs,
    checkWrite: () => {
      if (!isSameFile(identityOf(file), opened)) guard.decide(new WritesRefused('file'))
      if (guard.expected) guard.decide(refusalOfVersion(guard.expected, reader.rows(versionSql, [])[0]))
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

/** A lock on the one writing connection, first come first served. */
interface WriteQueue {
  /** Gives the function that releases the lock; rejects after the limit. */
  acquire(): Promise<() => void>
}

interface Waiting {
  readonly begin: () => void
}

export const createWriteQueue = (limitMs: number): WriteQueue => {
  const waiting = new Set<Waiting>()
  let taken = false

  const next = () => {
    for (const first of waiting) {
      waiting.delete(first)
      first.begin()
      return
    }
    taken = false
  }

  const releaseOnce = () => {
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      next()
    }
  }

  return {
    acquire: async () => {
      if (!taken) {
        taken = true
        return releaseOnce()
      }
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(entry)
          reject(
            new Error(
              `waited ${limitMs} ms for the one writing connection (inside a transaction, write through it)`,
            ),
          )
        }, limitMs)
        const entry: Waiting = {
          begin: () => {
            clearTimeout(timer)
            resolve()
          },
        }
        waiting.add(entry)
      })
      return releaseOnce()
    },
  }
}
