import { setImmediate } from 'node:timers/promises'
import { type DialectAdapter, type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { withinLimit } from '../time-limit.ts'

/** Those who hold a moment within so many ms of each other hold the same: the pages that they draw are kept for longer. */
const sharedMs = 50

/** Tells moments of a database apart between which something was committed, by whichever connection or process. */
export class Moments {
  readonly #ask: () => Promise<string | number | null>
  readonly #clock: () => number
  readonly #held = new WeakMap<Kysely<Schema>, { moment?: Promise<number | null> }>()
  #shared: { readonly since: number; readonly moment: Promise<number | null> } | undefined
  #sign: string | number | null = null
  #moment = 0

  /**
   * `ask` gives another sign after each commit that was acknowledged before, null when that cannot be told; it rejects as a read does.
   * `clock`: monotonic ms.
   */
  constructor(ask: () => Promise<string | number | null>, clock = () => performance.now()) {
    this.#ask = ask
    this.#clock = clock
  }

  /** Greater after a commit, and sometimes without; null when it cannot be told. */
  of(db: Kysely<Schema>): Promise<number | null> {
    const held = this.#held.get(db)
    if (held === undefined) return this.#now()
    held.moment ??= this.#sharedNow()
    return held.moment
  }

  /** Who holds a moment from here on sees all that was committed before. */
  renew(): void {
    this.#shared = undefined
  }

  #sharedNow(): Promise<number | null> {
    const at = this.#clock()
    if (this.#shared !== undefined && at - this.#shared.since < sharedMs) return this.#shared.moment
    const shared = { since: at, moment: this.#now() }
    this.#shared = shared
    shared.moment.catch(() => {
      if (this.#shared === shared) this.renew()
    })
    return shared.moment
  }

  hold(db: Kysely<Schema>): Kysely<Schema> {
    const holding = db.$extendTables<Record<never, never>>()
    this.#held.set(holding, {})
    return holding
  }

  async #now(): Promise<number | null> {
    const sign = await this.#ask()
    if (sign === null) return null
    if (sign !== this.#sign) this.#moment += 1
    this.#sign = sign
    return this.#moment
  }
}

/** Of a database that can tell for less than a read whether anything was written into it. */
export interface TellsMoments {
  readonly moments: Moments
}

/** One call of `ask` for all who want an answer before it begins, and none for who wants one later: something may have been written meanwhile. */
export const askedTogether = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let next: Promise<T> | undefined
  const begin = async () => {
    await setImmediate()
    next = undefined
    return ask()
  }
  return () => {
    next ??= begin()
    return next
  }
}

const tellsMoments = (adapter: DialectAdapter): adapter is DialectAdapter & TellsMoments =>
  'moments' in adapter

const momentsOf = (db: Kysely<Schema>): Moments | null => {
  const { adapter } = db.getExecutor()
  return tellsMoments(adapter) && !db.isTransaction ? adapter.moments : null
}

/** Whether `untilWritten` gives anything again: many small reads then cost less than a few large ones. */
export const keepsReads = (db: Kysely<Schema>): boolean => momentsOf(db) !== null

/**
 * Gives the same database for one page that is drawn for everybody: whether anything was written since others read is asked once, at the first
 * read, and by several pages together that begin within 50 ms of each other. Not for whoever writes meanwhile. After what `whenRenewed` is
 * given was called, pages see all that was committed before.
 */
export const createMomentHolder = (
  db: Kysely<Schema>,
  whenRenewed: (renew: () => void) => void,
): (() => Kysely<Schema>) => {
  const moments = momentsOf(db)
  if (moments === null) return () => db
  whenRenewed(() => moments.renew())
  return () => moments.hold(db)
}

const mostKept = 500

/** What was read of each database since its last write, by key; the oldest goes first. */
const createKept = <T>(most: number) => {
  const keptOf = new WeakMap<Moments, { readonly moment: number; readonly values: Map<string, T> }>()
  return {
    /** Null where nothing is kept. */
    async valuesOf(db: Kysely<Schema>): Promise<Map<string, T> | null> {
      const moments = momentsOf(db)
      const moment = (await moments?.of(db)) ?? null
      if (moments === null || moment === null) return null
      const before = keptOf.get(moments)
      if (before?.moment === moment) return before.values
      // What began before the last write reads for itself.
      if (before !== undefined && before.moment > moment) return null
      const values = new Map<string, T>()
      keptOf.set(moments, { moment, values })
      return values
    },
    keep(values: Map<string, T>, key: string, value: T) {
      const [oldest] = values.keys()
      if (values.size >= most && oldest !== undefined) values.delete(oldest)
      values.set(key, value)
    },
  }
}

/** A read of another's that takes longer may hang on its connection: one broken connection costs those alone who use it. */
const mostSharedMs = 1_000

/**
 * Gives again what `read` gave for the same `key`, as long as nothing at all was written into the database since; within a transaction it
 * reads each time (docs/decisions/0220). Nobody may change what it gives.
 */
export const untilWritten = <T, Key extends [] | [string]>(
  read: (db: Kysely<Schema>, ...key: Key) => Promise<T>,
): ((db: Kysely<Schema>, ...key: Key) => Promise<T>) => {
  const { valuesOf, keep } = createKept<{ readonly value: Promise<T>; isRead: boolean }>(mostKept)
  return async (db, ...key) => {
    const values = await valuesOf(db)
    if (values === null) return read(db, ...key)
    const [name = ''] = key
    const known = values.get(name)
    if (known?.isRead === true) return known.value
    if (known !== undefined) return withinLimit(mostSharedMs, known.value, () => read(db, ...key))
    const kept = { value: read(db, ...key), isRead: false }
    keep(values, name, kept)
    kept.value.then(
      () => {
        kept.isRead = true
      },
      () => values.delete(name),
    )
    return kept.value
  }
}

/** What is kept of all rows of a table has a bound; words of a search are then looked for one by one. */
const mostKeptWhole = 1_000

/** Tells whether what is read of all rows of `table` is kept until something is written, and they are few enough for it. */
export const keepsWholeOf = (table: 'kit' | 'recipe'): ((db: Kysely<Schema>) => Promise<boolean>) => {
  const areFew = untilWritten(async (db) => {
    const some = db
      .selectFrom(table)
      .select(sql.lit(1).as('one'))
      .limit(mostKeptWhole + 1)
    const { total } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return Number(total) <= mostKeptWhole
  })
  return async (db) => keepsReads(db) && areFew(db)
}

const mostOfEach = 6_000

/** Like `untilWritten` for what belongs to a key each: those that are not known are read together. Keys without a value are left out. */
export const eachUntilWritten = <T>(
  read: (db: Kysely<Schema>, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): ((db: Kysely<Schema>, keys: readonly string[]) => Promise<ReadonlyMap<string, T>>) => {
  const { valuesOf, keep } = createKept<{ readonly value?: T }>(mostOfEach)
  return async (db, keys) => {
    const values = await valuesOf(db)
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
