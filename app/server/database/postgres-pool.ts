import { Socket } from 'node:net'
import type { ClientBase, Pool } from 'pg'
import { errorFields, type Log } from '../log.ts'
import { createPoolerCheck, type PoolerCheck } from './pooler-check.ts'

const connecting = {
  application_name: 'nuno-square',
  connectionTimeoutMillis: 2_000,
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

/**
 * Ends a connection that waits for an answer which does not come: it would keep its place in the pool for ever. A statement outside
 * a transaction may be silent for `aloneMs`.
 */
export const endWhenSilent = (
  client: ClientBase,
  limitMs: number,
  isPatient: () => boolean = () => false,
  aloneMs = limitMs,
): void => {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown = connection instanceof Object ? Reflect.get(connection, 'stream') : undefined
  if (!(stream instanceof Socket)) return
  let silentMs = 0
  let bytesBefore = -1
  stream.setTimeout(aloneMs).on('timeout', () => {
    if (Reflect.get(client, 'readyForQuery') === true) return
    silentMs = stream.bytesRead === bytesBefore ? silentMs + aloneMs : aloneMs
    bytesBefore = stream.bytesRead
    const isTooLong = aloneMs < limitMs && client.getTransactionStatus() === 'I'
    if (isTooLong || (silentMs >= limitMs && !isPatient()))
      stream.destroy(Object.assign(new Error('the database is silent'), { code: 'ETIMEDOUT' }))
    else stream.setTimeout(aloneMs)
  })
}

interface PoolOptions {
  readonly max?: number
  readonly silenceMs?: number
  /** Allows long silence, as of a migration. */
  readonly isPatient?: () => boolean
  /** Keeps connections however long they are idle (D103). */
  readonly keepsIdle?: boolean
  /** Shared by pools of one address. */
  readonly check?: PoolerCheck
}

/** After the server's own limit, which is then there to end the statement itself. */
const afterLimitMs = 1_000

/** A pool of at most `max`; a broken connection fails its query alone. */
export const openPostgresPool = async (
  databaseUrl: string,
  log: Log,
  {
    max = connectionsOf.shop,
    silenceMs = silentMs,
    isPatient = () => false,
    keepsIdle = false,
    check = createPoolerCheck(databaseUrl),
  }: PoolOptions = {},
): Promise<Pool> => {
  const { default: pg } = await import('pg')
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, toNumber)
  types.setTypeParser(pg.types.builtins.NUMERIC, toNumber)
  const pool = new pg.Pool({
    ...connecting,
    max,
    ...(keepsIdle && { idleTimeoutMillis: 0 }),
    types,
    connectionString: check.url,
    onConnect: async (client) => {
      await check.prepare(client)
      const aloneMs = check.keepsLimits ? silenceMs : check.statementMs + afterLimitMs
      endWhenSilent(client, silenceMs, isPatient, Math.min(aloneMs, silenceMs))
    },
  })
  // The pool handles errors of idle connections only: an unhandled one of a connection in use ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      check.forget()
      log.error('database connection lost', errorFields(error))
    })
  })
  pool.on('error', () => {})
  return pool
}
