import { join } from 'node:path'
import { type Dialect, Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { Log } from '../log.ts'
import { withinLimit } from '../time-limit.ts'
import { CamelCaseNames } from './camel-case.ts'
import { type AwayMark, createAwayMark, createClockCheck, createWriteProbe, once } from './database-watch.ts'
import type { Engine } from './engine.ts'
import type { MoveNote } from './move-note.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { connectionsOf, openPostgresPool } from './postgres-pool.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { createWriteGuard, refusalOfVersion, type SchemaVersion, versionSql } from './write-guard.ts'

export const sqliteFileName = 'shop.sqlite'

const pingLimitMs = 1_000

export interface AppDatabase {
  readonly engine: Engine
  readonly db: Kysely<Schema>
  /** The same for the provider's events alone: while everybody else waits for a slow PostgreSQL, a payment is still taken in (D48). */
  readonly dbOfEvents: Kysely<Schema>
  /** By how much the database's clock was ahead of this process's at the last check, in ms; 0 where they agree to the second (D49). */
  clockAheadMs(): number
  /** Whether any query has failed since then (monotonic ms) because the database did not answer, or not in time. */
  wasAwaySince(at: number): boolean
  /**
   * Resolves when the database can be read and takes our writes; rejects when it does not, or has no answer within 1,000 ms.
   * Cheap: SQLite's file is written to only every few seconds, and read anew after that.
   */
  ping(): Promise<void>
  /** From now on whatever would be written into another schema is refused with WritesRefused (D9). */
  keepTo(version: SchemaVersion): void
  /** Whether the last check found that this process must not write; each transaction checks. */
  readonly refusesWrites: boolean
  readonly move: MoveNote | undefined
  /** Rejects with WritesRefused, or with why the database cannot be asked. */
  checkWrites(): Promise<void>
  /** Lets running tasks end; calling it again gives the same promise. */
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** `postgres://...`; without it the database is the SQLite file in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** Folder of the SQLite file, made when missing; not touched with PostgreSQL. */
  readonly dataDir: string
  readonly log: Log
}

const noAnswer = () => {
  throw new Error(`the database did not answer within ${pingLimitMs} ms`)
}

const kyselyOver = (dialect: Dialect, { note }: AwayMark) =>
  new Kysely<Schema>({
    dialect,
    plugins: [new CamelCaseNames()],
    log: (event) => {
      if (event.level === 'error') note(event.error)
    },
  })

const openSqlite = async (dataDir: string, log: Log): Promise<AppDatabase> => {
  const guard = createWriteGuard(log)
  const file = await openSqliteFile(join(dataDir, sqliteFileName), guard)
  const away = createAwayMark()
  const db = kyselyOver(sqliteDialect(file, away.note), away)
  // It changes nothing, and all the same writes a page to the disk.
  const write = () => sql`pragma user_version = 0`.execute(db)
  const takesWrites = createWriteProbe(write, pingLimitMs)
  return {
    engine: 'sqlite',
    db,
    dbOfEvents: db,
    // Its processes are on one machine.
    clockAheadMs: () => 0,
    wasAwaySince: away.since,
    ping: async () => {
      file.reader.rows('select count(*) from sqlite_schema', [])
      file.checkWrite()
      await takesWrites()
    },
    keepTo: guard.keepTo,
    get refusesWrites() {
      return guard.refusal !== undefined
    },
    get move() {
      return guard.refusal?.move
    },
    checkWrites: async () => file.checkWrite(),
    close: once(async () => {
      await db.destroy()
      await file.close()
    }),
  }
}

const openPostgres = async (databaseUrl: string, log: Log): Promise<AppDatabase> => {
  const guard = createWriteGuard(log)
  // Until the shop serves its schema it migrates, copies or waits for who does.
  const pool = await openPostgresPool(databaseUrl, log, { isPatient: () => guard.expected === undefined })
  const away = createAwayMark()
  const db = kyselyOver(postgresDialect(pool, guard, away.note), away)
  const poolOfEvents = await openPostgresPool(databaseUrl, log, { max: connectionsOf.events })
  const dbOfEvents = kyselyOver(postgresDialect(poolOfEvents, guard, away.note), away)
  const clock = createClockCheck(async () => {
    const asked = pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    return Number((await withinLimit(pingLimitMs, asked, noAnswer)).rows[0]?.now)
  })
  const checkWrites = async () => {
    await clock.check()
    if (guard.expected === undefined) return
    const { rows } = await withinLimit(pingLimitMs, pool.query(versionSql), noAnswer)
    guard.decide(refusalOfVersion(guard.expected, rows[0]))
  }
  return {
    engine: 'postgres',
    db,
    dbOfEvents,
    clockAheadMs: clock.aheadMs,
    wasAwaySince: away.since,
    ping: async () => {
      const asked = pool.query("select current_setting('transaction_read_only') as read_only")
      const { rows } = await withinLimit(pingLimitMs, asked, noAnswer)
      if (rows[0]?.read_only !== 'off') throw new Error('the database is read-only: a standby, or set so')
      await checkWrites()
    },
    keepTo: guard.keepTo,
    get refusesWrites() {
      return guard.refusal !== undefined
    },
    get move() {
      return guard.refusal?.move
    },
    checkWrites,
    close: once(async () => {
      await Promise.all([db.destroy(), dbOfEvents.destroy()])
      for (const one of [pool, poolOfEvents]) if (!one.ending) await one.end()
    }),
  }
}

/** SQLite's file is opened now and throws now; PostgreSQL is first reached by the first query. Not migrated yet. */
export const openDatabase = ({ databaseUrl, dataDir, log }: DatabaseSettings): Promise<AppDatabase> =>
  databaseUrl === undefined ? openSqlite(dataDir, log) : openPostgres(databaseUrl, log)
