import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { errorFields, type Log } from '../log.ts'
import { SnakeCasePostgresCompiler } from './camel-case.ts'
import { isDivisionByZero } from './database-errors.ts'
import { isMovingOnPostgres } from './move-note.ts'
import {
  isWritableOnPostgres,
  migrationLockId,
  refusalOfVersion,
  type SchemaVersion,
  versionSql,
  type WriteGuard,
  WritesRefused,
} from './write-guard.ts'

const limits = {
  max: 10,
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
} as const

/** The migrations' lock is taken with their transaction (migrate.ts); Kysely's own outlives a failure on a pooled connection. */
class LocklessPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * In the one round trip of the `begin`: until the transaction ends nobody migrates or moves, and in another schema, or one that
 * moves, a number is divided by zero. Each statement sees what was committed before it, so the second one sees what the lock has waited for.
 */
const beginIn = (expected: SchemaVersion): string =>
  [
    'begin',
    `select pg_advisory_xact_lock_shared(${migrationLockId})`,
    `select 1 / (${isWritableOnPostgres(expected)} and not ${isMovingOnPostgres})::int from kysely_migration`,
  ].join('; ')

/** A transaction begins in the schema that this process knows, or not at all (D9). */
class GuardedPostgresDriver extends PostgresDriver {
  readonly #guard: WriteGuard

  constructor(pool: Pool, guard: WriteGuard) {
    super({ pool })
    this.#guard = guard
  }

  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
    settings: TransactionSettings,
  ): Promise<void> {
    const { expected } = this.#guard
    if (expected === undefined) return super.beginTransaction(connection, settings)
    if (settings.isolationLevel ?? settings.accessMode)
      throw new Error('transactions have the default isolation')
    try {
      await connection.executeQuery(CompiledQuery.raw(beginIn(expected)))
      this.#guard.decide(undefined)
    } catch (error) {
      await this.rollbackTransaction(connection)
      if (isDivisionByZero(error)) this.#guard.decide(await this.#reason(connection, expected))
      throw error
    }
  }

  /** With the note's time as now: what the database has just refused by its own clock counts. */
  async #reason(connection: DatabaseConnection, expected: SchemaVersion): Promise<WritesRefused> {
    const { rows } = await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(versionSql))
    return refusalOfVersion(expected, rows[0], 0) ?? new WritesRefused('schema')
  }
}

class PooledPostgresDialect extends PostgresDialect {
  readonly #createDriver: () => PostgresDriver

  constructor(pool: Pool, guard: WriteGuard) {
    super({ pool })
    this.#createDriver = () => new GuardedPostgresDriver(pool, guard)
  }
  override createDriver(): PostgresDriver {
    return this.#createDriver()
  }
  override createAdapter(): PostgresAdapter {
    return new LocklessPostgresAdapter()
  }
  override createQueryCompiler(): SnakeCasePostgresCompiler {
    return new SnakeCasePostgresCompiler()
  }
}

/** A number, as SQLite gives it. Throws a RangeError where it would lose digits. */
const toNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`too large for a number: ${text}`)
  }
  return value
}

/**
 * A pool that connects when first used. A connection that breaks, idle or in use, is logged and replaced; only the query that
 * runs on it rejects. `pg` is loaded here, for SQLite needs none of it.
 */
export const openPostgresPool = async (databaseUrl: string, log: Log): Promise<Pool> => {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, toNumber)
  types.setTypeParser(pg.types.builtins.NUMERIC, toNumber)
  const pool = new pg.Pool({
    ...limits,
    application_name: 'nuno-square',
    types,
    connectionString: databaseUrl,
  })
  // The pool listens to a connection only while it is idle: without a listener, an error of one in use ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error('database connection lost', errorFields(error)))
  })
  pool.on('error', () => {})
  return pool
}

export const postgresDialect = (pool: Pool, guard: WriteGuard): PostgresDialect =>
  new PooledPostgresDialect(pool, guard)
