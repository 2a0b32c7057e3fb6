import { join } from 'node:path'
import { type Dialect, Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Schema } from '#db/schema.ts'
import type { Log } from '../log.ts'
import { withinLimit } from '../time-limit.ts'
import { CamelCaseNames } from './camel-case.ts'
import { type ConnectionShare, keepOpen, takeShare } from './connection-share.ts'
import { type AwayMark, createAwayMark, createClockCheck, createWriteProbe, once } from './database-watch.ts'
import type { Engine } from './engine.ts'
import type { MoveNote } from './move-note.ts'
import { createPoolerCheck, type PoolerCheck } from './pooler-check.ts'
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
  /**
   * At the start of a shop: opens the connections kept for events, and takes as many others as PostgreSQL or its pooler gives (D103, D104);
   * undefined for SQLite.
   */
  takeConnections(): Promise<ConnectionShare | undefined>
  /** Opens those connections for events again that were lost; never rejects. */
  keepEventConnections(): Promise<void>
  /** Whether a connection is its client's alone, as LISTEN wants it (D101). */
  readonly ownsConnections: boolean
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
    takeConnections: async () => undefined,
    keepEventConnections: async () => {},
    ownsConnections: true,
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

interface PostgresPools {
  readonly pool: Pool
  readonly poolOfEvents: Pool
  readonly check: PoolerCheck
  readonly openEvents: (url: string) => Promise<Pool>
}

/** Two pools as one database; its `close` ends them. */
export const postgresDatabase = (
  { pool, poolOfEvents, check, openEvents }: PostgresPools,
  guard: WriteGuard,
): AppDatabase => {
  const away = createAwayMark()
  const kyselyOn = (one: Pool) => kyselyOver(postgresDialect(one, guard, away.note, check), away)
  const db = kyselyOn(pool)
  let events = { pool: poolOfEvents, db: kyselyOn(poolOfEvents) }
  const endEvents = async () => {
    await events.db.destroy()
    if (!events.pool.ending) await events.pool.end()
  }
  const moveEvents = async (url: string) => {
    await endEvents()
    const moved = await openEvents(url)
    events = { pool: moved, db: kyselyOn(moved) }
  }
  const clock = createClockCheck(async () => {
    const asked = pool.query('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    return Number((await withinLimit(pingLimitMs, asked, noAnswer)).rows[0]?.now)
  })
  const endPools = async () => {
    await Promise.all([db.destroy(), endEvents()])
    if (!pool.ending) await pool.end()
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
    get dbOfEvents() {
      return events.db
    },
    takeConnections: () => takeShare({ pool, check, poolOfEvents: () => events.pool, moveEvents }),
    keepEventConnections: () => keepOpen(events.pool),
    get ownsConnections() {
      return check.pooling !== 'transaction'
    },
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
  const check = createPoolerCheck(databaseUrl)
  const openEvents = (url: string) =>
    openPostgresPool(url, log, {
      max: connectionsOf.events,
      keepsIdle: true,
      ...(url === databaseUrl && { check }),
    })
  const [pool, poolOfEvents] = await Promise.all([
    openPostgresPool(databaseUrl, log, { check, isPatient, ...(silenceMs && { silenceMs }) }),
    openEvents(databaseUrl),
  ])
  return postgresDatabase({ pool, poolOfEvents, check, openEvents }, guard)
}

/** Throws when SQLite's file cannot be opened; PostgreSQL is first reached by a query. Does not migrate. */
export const openDatabase = ({
  databaseUrl,
  dataDir,
  log,
  silenceMs,
}: DatabaseSettings): Promise<AppDatabase> =>
  databaseUrl === undefined ? openSqlite(dataDir, log) : openPostgres(databaseUrl, log, silenceMs)
