import { Socket } from 'node:net'
import type { Client, Pool, PoolClient } from 'pg'
import { errorFields, type Log } from '../log.ts'

const limits = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const

/** `events`: for the provider's events alone, beside all other queries (D48). */
export const connectionsOf = { shop: 10, events: 2 } as const

/** Longer than any statement may run: the network then drops packets without an error. */
const silentMs = 60_000

/** A number, as SQLite gives; throws a RangeError where it would lose digits. */
const toNumber = (text: string): number => {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`too large for a number: ${text}`)
  }
  return value
}

/** Ends a connection that waits for an answer which does not come: it would keep its place in the pool for ever. */
export const endWhenSilent = (
  client: Client | PoolClient,
  limitMs: number,
  isPatient: () => boolean = () => false,
): void => {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = connection instanceof Object ? Reflect.get(connection, 'stream') : undefined
  if (!(stream instanceof Socket)) return
  stream.setTimeout(limitMs).on('timeout', () => {
    if (isPatient() || Reflect.get(client, 'readyForQuery') === true) return
    stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
  })
}

/** A pool of at most `max`; a broken connection fails its query alone. `isPatient` allows long silence, as of a migration. */
export const openPostgresPool = async (
  databaseUrl: string,
  log: Log,
  {
    max = connectionsOf.shop,
    silenceMs = silentMs,
    isPatient = () => false,
  }: { max?: number; silenceMs?: number; isPatient?: () => boolean } = {},
): Promise<Pool> => {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, toNumber)
  types.setTypeParser(pg.types.builtins.NUMERIC, toNumber)
  const pool = new pg.Pool({
    ...limits,
    max,
    application_name: 'nuno-square',
    types,
    connectionString: databaseUrl,
  })
  // The pool handles errors of idle connections only: an unhandled one of a connection in use ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error('database connection lost', errorFields(error)))
    endWhenSilent(client, silenceMs, isPatient)
  })
  pool.on('error', () => {})
  return pool
}
