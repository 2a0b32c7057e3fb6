import { join } from 'node:path'
import { type Dialect, Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
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
import {
  createWriteGuard,
  refusalOfVersion,
  type SchemaVersion,
  versionSql,
  type WriteGuard,
} from './write-guard.ts'

export const sqliteFileName = 'shop.sqlite'

const pingLimitMs = 1_000
/** A silent PostgreSQL answers no goodbye. */
const closeLimitMs = 3_000

export interface AppDatabase {
  readonly engine: Engine
  readonly db: Kysely<Schema>
  /** For the provider's events alone: a payment is recorded while others wait for a slow PostgreSQL (D48). */
  readonly dbOfEvents: Kysely<Schema>
  /** How far the database's clock was ahead at the last check, in ms; 0 when less than a second (D49). */
  clockAheadMs(): number
  /** Whether the database failed to answer a query since `at` (monotonic ms). */
  wasAwaySince(at: number): boolean
  /** Resolves when it reads and this process may write; rejects otherwise or after 1 s. */
  ping(): Promise<void>
  /** Resolves when writes succeed: rejects with a full disk too, and with WritesRefused. SQLite is written every 10 s at most. */
  tryWrite(): Promise<void>
  /** From now on a write into another schema throws WritesRefused (D9). */
  keepTo(version: SchemaVersion): void
  /** Whether the last check, made by each transaction, forbade writing. */
  readonly refusesWrites: boolean
  readonly move: MoveNote | undefined
  /** Rejects with WritesRefused, or with the error of the check itself. */
  checkWrites(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseSettings {
  /** `postgres://...`; without it the SQLite file in `dataDir` is used. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly log: Log
  /** A query of PostgreSQL that is silent for so long fails; without it one may take as long as a migration or a copy does. */
  readonly silenceMs?: number
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
  // It changes nothing, but does write a page to the disk.
  const write = () => sql`pragma user_version = 0`.execute(db)
  const takesWrites = createWriteProbe(write, pingLimitMs)
  return {
    engine: 'sqlite',
    db,
    dbOfEvents: db,
    clockAheadMs: () => 0,
    wasAwaySince: away.since,
    ping: async () => {
      file.reader.rows('select count(*) from sqlite_schema', [])
      file.checkWrite()
    },
    tryWrite: async () => {
      file.checkWrite()
      away.checkRoom()
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

/** Two pools as one database; its `close` ends them. */
export const postgresDatabase = (pool: Pool, poolOfEvents: Pool, guard: WriteGuard): AppDatabase => {
  const away = createAwayMark()
  const db = kyselyOver(postgresDialect(pool, guard, away.note), away)
  const dbOfEvents = kyselyOver(postgresDialect(poolOfEvents, guard, away.note), away)
  const clock = createClockCheck(async () => {
    const asked = pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    return Number((await withinLimit(pingLimitMs, asked, noAnswer)).rows[0]?.now)
  })
  const endPools = async () => {
    await Promise.all([db.destroy(), dbOfEvents.destroy()])
    for (const one of [pool, poolOfEvents]) if (!one.ending) await one.end()
  }
  const checkWrites = async () => {
    await clock.check()
    if (guard.expected === undefined) return
    const { rows } = await withinLimit(pingLimitMs, pool.query(versionSql), noAnswer)
    guard.decide(refusalOfVersion(guard.expected, rows[0]))
  }
  const ping = async () => {
    const asked = pool.query("select current_setting('transaction_read_only') as read_only")
    const { rows } = await withinLimit(pingLimitMs, asked, noAnswer)
    if (rows[0]?.read_only !== 'off') throw new Error('the database is read-only: a standby, or set so')
    await checkWrites()
  }
  return {
    engine: 'postgres',
    db,
    dbOfEvents,
    clockAheadMs: clock.aheadMs,
    wasAwaySince: away.since,
    ping,
    // No row is written for it: that the disk is full is known by the writes of the last minute.
    tryWrite: async () => {
      await ping()
      away.checkRoom()
    },
    keepTo: guard.keepTo,
    get refusesWrites() {
      return guard.refusal !== undefined
    },
    get move() {
      return guard.refusal?.move
    },
    checkWrites,
    close: once(() => withinLimit(closeLimitMs, endPools(), () => undefined)),
  }
}

const openPostgres = async (
  databaseUrl: string,
  log: Log,
  silenceMs: number | undefined,
): Promise<AppDatabase> => {
  const guard = createWriteGuard(log)
  // Until then this process migrates, copies, or waits for another that does.
  const isPatient = () => silenceMs === undefined && guard.expected === undefined
  const [pool, poolOfEvents] = await Promise.all([
    openPostgresPool(databaseUrl, log, { isPatient, ...(silenceMs && { silenceMs }) }),
    openPostgresPool(databaseUrl, log, { max: connectionsOf.events }),
  ])
  return postgresDatabase(pool, poolOfEvents, guard)
}

/** Throws when SQLite's file cannot be opened; PostgreSQL is first reached by a query. Does not migrate. */
export const openDatabase = ({
  databaseUrl,
  dataDir,
  log,
  silenceMs,
}: DatabaseSettings): Promise<AppDatabase> =>
  databaseUrl === undefined ? openSqlite(dataDir, log) : openPostgres(databaseUrl, log, silenceMs)
