import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { withinLimit } from '../time-limit.ts'
import { SnakeCasePostgresCompiler } from './camel-case.ts'
import { isDivisionByZero } from './database-errors.ts'
import { isMovingOnPostgres } from './move-note.ts'
import type { PoolerCheck } from './pooler-check.ts'
import { askedTogether, Moments, type TellsMoments } from './until-written.ts'
import {
  isWritableOnPostgres,
  migrationLockId,
  refusalOfVersion,
  type SchemaVersion,
  versionSql,
  type WriteGuard,
  WritesRefused,
} from './write-guard.ts'

// A snapshot names all transactions that reads see; a standby's is not whole, and what it has replayed tells as much. After a restart or
// a change of servers the same could be told of other data.
const signSql = `select pg_postmaster_start_time() || ' ' || case when pg_is_in_recovery()
  then pg_last_wal_replay_lsn()::text else txid_current_snapshot()::text end as sign`

/** A server that is silent for longer is asked by each read for itself: a page that reads several things at once then fails as soon as one of them does. */
const signLimitMs = 1_000

type OnFailure = (error: unknown) => void

const askSign = async (pool: Pool, onFailure: OnFailure): Promise<string> => {
  try {
    return String((await pool.query(signSql)).rows[0]?.sign)
  } catch (error) {
    onFailure(error)
    throw error
  }
}

/** Migrations take their lock in their transaction (migrate.ts): Kysely's would outlive a failure on a pooled connection. */
class LocklessPostgresAdapter extends PostgresAdapter implements TellsMoments {
  readonly moments: Moments
  constructor(pool: Pool, onFailure: OnFailure) {
    super()
    this.moments = new Moments(
      askedTogether(() => withinLimit(signLimitMs, askSign(pool, onFailure), () => null)),
    )
  }
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

// One round trip: takes the shared lock, then divides by zero in another schema or while the shop moves.
// Each statement sees what was committed before it, so the check sees what the lock waited for.
const beginIn = (expected: SchemaVersion, limits: string | undefined): string =>
  [
    'begin',
    ...(limits === undefined ? [] : [limits]),
    `select pg_advisory_xact_lock_shared(${migrationLockId})`,
    `select 1 / (${isWritableOnPostgres(expected)} and not ${isMovingOnPostgres})::int from kysely_migration`,
  ].join('; ')

type Limits = Pick<PoolerCheck, 'limitsOfTransaction'>

/** A transaction begins only in the schema that this process knows (D9). */
class GuardedPostgresDriver extends PostgresDriver {
  readonly #guard: WriteGuard
  readonly #onFailure: OnFailure
  readonly #limits: Limits

  constructor(pool: Pool, guard: WriteGuard, onFailure: OnFailure, limits: Limits) {
    super({ pool })
    this.#guard = guard
    this.#onFailure = onFailure
    this.#limits = limits
  }

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    try {
      return await super.acquireConnection(...options)
    } catch (error) {
      this.#onFailure(error)
      throw error
    }
  }

  override async beginTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
    settings: TransactionSettings,
  ): Promise<void> {
    const { expected } = this.#guard
    const { limitsOfTransaction } = this.#limits
    if (expected === undefined) {
      await super.beginTransaction(connection, settings)
      if (limitsOfTransaction === undefined) return
      await connection.executeQuery(CompiledQuery.raw(limitsOfTransaction))
      return
    }
    if (settings.isolationLevel ?? settings.accessMode)
      throw new Error('transactions have the default isolation')
    try {
      await connection.executeQuery(CompiledQuery.raw(beginIn(expected, limitsOfTransaction)))
      this.#guard.decide(undefined)
    } catch (error) {
      await this.rollbackTransaction(connection)
      if (isDivisionByZero(error)) this.#guard.decide(await this.#reason(connection, expected))
      throw error
    }
  }

  /** `now` is 0: the database has just refused by its own clock, so its note counts. */
  async #reason(connection: DatabaseConnection, expected: SchemaVersion): Promise<WritesRefused> {
    const { rows } = await connection.executeQuery<Record<string, unknown>>(CompiledQuery.raw(versionSql))
    return refusalOfVersion(expected, rows[0], 0) ?? new WritesRefused('schema')
  }
}

class PooledPostgresDialect extends PostgresDialect {
  readonly #createDriver: () => PostgresDriver
  readonly #createAdapter: () => PostgresAdapter

  constructor(pool: Pool, guard: WriteGuard, onFailure: OnFailure, limits: Limits) {
    super({ pool })
    this.#createDriver = () => new GuardedPostgresDriver(pool, guard, onFailure, limits)
    this.#createAdapter = () => new LocklessPostgresAdapter(pool, onFailure)
  }
  override createDriver(): PostgresDriver {
    return this.#createDriver()
  }
  override createAdapter(): PostgresAdapter {
    return this.#createAdapter()
  }
  override createQueryCompiler(): SnakeCasePostgresCompiler {
    return new SnakeCasePostgresCompiler()
  }
}

/** `limits`: those of each transaction, where the connections are others' too (D100). */
export const postgresDialect = (
  pool: Pool,
  guard: WriteGuard,
  onFailure: OnFailure,
  limits: Limits,
): PostgresDialect => new PooledPostgresDialect(pool, guard, onFailure, limits)
