import { PostgresAdapter, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { errorFields, type Log } from '../log.ts'
import { SnakeCasePostgresCompiler } from './camel-case.ts'

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

class PooledPostgresDialect extends PostgresDialect {
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

export const postgresDialect = (pool: Pool): PostgresDialect => new PooledPostgresDialect({ pool })
