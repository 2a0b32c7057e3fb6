import type { Client, ClientBase } from 'pg'
import { withinLimit } from '../time-limit.ts'
import { statementPooling } from './database-fault.ts'

/**
 * What answers at the address of the database: PostgreSQL itself, or a pooler such as pgbouncer that lends its connections to a
 * client for its session, or for one transaction (D100).
 */
export type Pooling = 'none' | 'session' | 'transaction'

/** In ms. An address may name others in its query. */
const requestLimits = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

export type LimitName = keyof typeof requestLimits

const isLimitName = (name: string): name is LimitName => name in requestLimits

const msOfUnit: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1_000, min: 60_000, h: 3_600_000 }
/** Of PostgreSQL; it refuses more. */
const longestMs = 2 ** 31 - 1

/** A time as PostgreSQL's settings have it, such as 5000 or 5s, in ms; undefined for any other text. */
const readTime = (text: string): number | undefined => {
  const [, digits, unit = ''] = /^(\d+) ?(ms|s|min|h)?$/.exec(text) ?? []
  const ms = Number(digits) * (msOfUnit[unit] ?? Number.NaN)
  return ms <= longestMs ? ms : undefined
}

/** The limits of the address, taken out of it: as parameters of the start a pooler refuses them. One that cannot be read is left as usual. */
const limitsIn = (databaseUrl: string): { readonly url: string; readonly limits: [LimitName, number][] } => {
  const url = URL.parse(databaseUrl)
  const limits = Object.entries(requestLimits).flatMap(([name, usual]): [LimitName, number][] => {
    const own = readTime(url?.searchParams.get(name) ?? '') ?? usual
    return isLimitName(name) ? [[name, own]] : []
  })
  const given = [...(url?.searchParams.keys() ?? [])].filter(isLimitName)
  for (const name of given) url?.searchParams.delete(name)
  return { url: given.length > 0 && url !== null ? url.href : databaseUrl, limits }
}

/** Whether each limit that an address names can be read. */
export const hasReadableLimits = (databaseUrl: string): boolean =>
  [...(URL.parse(databaseUrl)?.searchParams ?? [])].every(
    ([name, text]) => !isLimitName(name) || readTime(text) !== undefined,
  )

/** The address as a pooler takes it. */
export const withoutLimits = (databaseUrl: string): string => limitsIn(databaseUrl).url

export interface PoolerCheck {
  /** The address without limits in it. */
  readonly url: string
  /** As the last connection found it; `none` before the first. */
  readonly pooling: Pooling
  /** Whether limits hold for statements outside transactions: set on the connection, or at the role. */
  readonly keepsLimits: boolean
  /** In ms, for what the server does not limit. */
  readonly statementMs: number
  /** In ms, of each statement, lock and idle transaction. */
  readonly limits: readonly (readonly [name: LimitName, ms: number])[]
  /** `set local` of the limits; undefined where the connection has them. */
  readonly limitsOfTransaction: string | undefined
  /** Sets the limits on a new connection that is its client's alone. Throws when the pooler gives no connection within 2 s. */
  readonly prepare: (client: ClientBase) => Promise<void>
  /** After a lost connection: the pooler may come back in another mode. */
  readonly forget: () => void
  /** A connection without a pool, for a look. */
  readonly connect: () => Promise<Client>
}

const answerMs = 2_000
const rounds = 3

const noAnswer = () => {
  throw Object.assign(new Error('the pooler gave no connection in time: is its pool_size too small?'), {
    code: 'ETIMEDOUT',
  })
}

const pidOf = async (client: ClientBase): Promise<number> => {
  const asked = client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Number((await withinLimit(answerMs, asked, noAnswer)).rows[0]?.pid)
}

/** Rejects unless it is connected within 2 s; a lost connection fails its queries alone. */
export const connectAlone = async (databaseUrl: string): Promise<Client> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'nuno-square',
    connectionTimeoutMillis: answerMs,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

const begin = async (client: Client): Promise<void> => {
  try {
    await withinLimit(answerMs, client.query('begin'), noAnswer)
  } catch (error) {
    if (error instanceof Error && /statement pooling/i.test(error.message))
      throw Object.assign(new Error('the pooler lends its connections by statement'), {
        code: statementPooling,
      })
    throw error
  }
}

/**
 * Whether `client`, which is in no transaction, shares its server's process with `other`, or gets another one for each question. Nothing
 * is set for it: where connections are shared, somebody else would get the setting. A pooler gives the process that was free last, or
 * the next one in turn: either shows at once, and with others beside it within these rounds.
 */
const lendsByTransaction = async (client: ClientBase, other: Client): Promise<boolean> => {
  for (let round = 0; round < rounds; round += 1) {
    const mine = new Set([await pidOf(client), await pidOf(client), await pidOf(client)])
    await begin(other)
    const isShared = mine.size > 1 || mine.has(await pidOf(other))
    await other.query('rollback')
    if (isShared) return true
  }
  return false
}

/** One for all connections to `databaseUrl`. */
export const createPoolerCheck = (databaseUrl: string): PoolerCheck => {
  const { url, limits } = limitsIn(databaseUrl)
  const statementMs = Object.fromEntries(limits).statement_timeout ?? requestLimits.statement_timeout
  const setting = limits.map(([name, ms]) => `set_config('${name}', '${ms}', false)`)
  const setLocal = limits.map(([name, ms]) => `set local ${name} = ${ms}`).join('; ')
  const areSet = `select ${limits.map(([name]) => `current_setting('${name}') <> '0'`).join(' and ')} as set`
  let pooling: Pooling = 'none'
  let keepsLimits = true
  let looking: Promise<Exclude<Pooling, 'none'>> | undefined

  const ask = (client: ClientBase, text: string) => withinLimit(answerMs, client.query(text), noAnswer)
  const hasLimits = async (client: ClientBase) => (await ask(client, areSet)).rows[0]?.set === true

  const look = async (client: ClientBase): Promise<Exclude<Pooling, 'none'>> => {
    const other = await connectAlone(url)
    try {
      if (!(await lendsByTransaction(client, other))) return 'session'
      keepsLimits = await hasLimits(client)
      return 'transaction'
    } finally {
      await withinLimit(answerMs, other.end(), () => undefined)
    }
  }

  const lookOnce = async (client: ClientBase) => {
    looking ??= look(client)
    try {
      return await looking
    } catch (error) {
      looking = undefined
      throw error
    }
  }

  return {
    url,
    statementMs,
    limits,
    get pooling() {
      return pooling
    },
    get keepsLimits() {
      return pooling !== 'transaction' || keepsLimits
    },
    get limitsOfTransaction() {
      return pooling === 'transaction' ? setLocal : undefined
    },
    prepare: async (client) => {
      const told = Number(Reflect.get(client, 'processID'))
      // In one question, so that it is the same process that is asked and that is set.
      const ifOurs = setting.map((each) => `case when pg_backend_pid() = ${told} then ${each} end`)
      const { rows } = await ask(client, `select pg_backend_pid() as pid, ${ifOurs.join(', ')}`)
      if (rows[0]?.pid === told) {
        pooling = 'none'
        return
      }
      pooling = await lookOnce(client)
      if (pooling === 'session') await ask(client, `select ${setting.join(', ')}`)
    },
    forget: () => {
      looking = undefined
    },
    connect: () => connectAlone(url),
  }
}
