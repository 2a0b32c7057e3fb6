import { type DialectAdapter, type Kysely, SqliteAdapter } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Of a database that can tell cheaply whether anything was written into it. */
export abstract class TellingAdapter extends SqliteAdapter {
  /** Another number after each commit, of whichever connection or process. */
  abstract writes(): number
}

const telling = (db: Kysely<Schema>): TellingAdapter | null => {
  const { adapter } = db.getExecutor()
  return adapter instanceof TellingAdapter && !db.isTransaction ? adapter : null
}

/** Whether `untilWritten` gives anything again: many small reads then cost less than a few large ones. */
export const keepsReads = (db: Kysely<Schema>): boolean => telling(db) !== null

const mostKept = 500

/** What was read of each database since its last write, by key; the oldest goes first. */
const createKept = <T>(most: number) => {
  const keptOf = new WeakMap<DialectAdapter, { readonly writes: number; readonly values: Map<string, T> }>()
  return {
    /** Null where nothing is kept. */
    valuesOf(db: Kysely<Schema>): Map<string, T> | null {
      const adapter = telling(db)
      if (adapter === null) return null
      const writes = adapter.writes()
      const before = keptOf.get(adapter)
      if (before?.writes === writes) return before.values
      const values = new Map<string, T>()
      keptOf.set(adapter, { writes, values })
      return values
    },
    keep(values: Map<string, T>, key: string, value: T) {
      const [oldest] = values.keys()
      if (values.size >= most && oldest !== undefined) values.delete(oldest)
      values.set(key, value)
    },
  }
}

/**
 * Gives again what `read` gave for the same `key`, as long as nothing at all was written into the database since. On PostgreSQL, which
 * cannot tell that for less than a query, and within a transaction it reads each time (docs/decisions/0220). Nobody may change what it gives.
 */
export const untilWritten = <T, Key extends [] | [string]>(
  read: (db: Kysely<Schema>, ...key: Key) => Promise<T>,
): ((db: Kysely<Schema>, ...key: Key) => Promise<T>) => {
  const { valuesOf, keep } = createKept<Promise<T>>(mostKept)
  return (db, ...key) => {
    const values = valuesOf(db)
    if (values === null) return read(db, ...key)
    const [name = ''] = key
    const known = values.get(name)
    if (known !== undefined) return known
    const value = read(db, ...key)
    keep(values, name, value)
    value.catch(() => values.delete(name))
    return value
  }
}

const mostOfEach = 2_000

/** Like `untilWritten` for what belongs to a key each: those that are not known are read together. Keys without a value are left out. */
export const eachUntilWritten = <T>(
  read: (db: Kysely<Schema>, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((db: Kysely<Schema>, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) => {
  const { valuesOf, keep } = createKept<{ readonly value?: T }>(mostOfEach)
  return async (db, keys) => {
    const values = valuesOf(db)
    if (values === null) return read(db, keys)
    const wanted = [...new Set(keys)]
    const unknown = wanted.filter((key) => !values.has(key))
    const before = wanted.flatMap((key) => {
      const kept = values.get(key)
      return kept?.value === undefined ? [] : [[key, kept.value] as const]
    })
    if (unknown.length === 0) return new Map(before)
    const now = await read(db, unknown)
    for (const key of unknown) {
      const value = now.get(key)
      keep(values, key, value === undefined ? {} : { value })
    }
    return new Map([...before, ...now])
  }
}
