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

const mostKept = 1_000

interface Kept<T> {
  readonly writes: number
  readonly values: Map<string, Promise<T>>
}

/**
 * Gives again what `read` gave for the same `key`, as long as nothing at all was written into the database since. On PostgreSQL, which
 * cannot tell that for less than a query, and within a transaction it reads each time (docs/decisions/0215). Nobody may change what it gives.
 */
export const untilWritten = <T, Key extends [] | [string]>(
  read: (db: Kysely<Schema>, ...key: Key) => Promise<T>,
): ((db: Kysely<Schema>, ...key: Key) => Promise<T>) => {
  const keptOf = new WeakMap<DialectAdapter, Kept<T>>()
  return (db, ...key) => {
    const adapter = telling(db)
    if (adapter === null) return read(db, ...key)
    const writes = adapter.writes()
    const before = keptOf.get(adapter)
    const { values } = before?.writes === writes ? before : { values: new Map<string, Promise<T>>() }
    if (before?.values !== values) keptOf.set(adapter, { writes, values })
    const [name = ''] = key
    const known = values.get(name)
    if (known !== undefined) return known
    const value = read(db, ...key)
    const [oldest] = values.keys()
    if (values.size >= mostKept && oldest !== undefined) values.delete(oldest)
    values.set(name, value)
    value.catch(() => values.delete(name))
    return value
  }
}
