import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { once } from '../../app/server/database/database-watch.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  postgresDatabase,
} from '../../app/server/database/open-database.ts'
import { createPoolerCheck } from '../../app/server/database/pooler-check.ts'
import { connectionsOf, openPostgresPool } from '../../app/server/database/postgres-pool.ts'
import { createWriteGuard } from '../../app/server/database/write-guard.ts'
import { silentLog } from '../../app/server/log.ts'

const quietLimitMs = 5_000

/** A database with a larger table is not reused: deleted rows would still be read. */
const largeBytes = 1_000_000

// Changes of tables, columns, defaults, triggers and functions write such a row. An unreleased lock counts too.
const stateSql = `select concat_ws(' ',
  (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_class where oid >= 16384),
  (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_attribute where attrelid >= 16384),
  (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_attrdef),
  (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_trigger),
  (select concat(count(*), ' ', sum(xmin::text::bigint)) from pg_proc where oid >= 16384),
  (select count(*) from pg_locks where locktype = 'advisory' and database = (
    select oid from pg_database where datname = current_database())),
  (select count(*) from pg_class where oid >= 16384 and relkind = 'r' and pg_relation_size(oid) > ${largeBytes})) as state`

const stateOf = async (pool: Pool): Promise<string> =>
  (await pool.query<{ state: string }>(stateSql)).rows[0]?.state ?? ''

const namesOf = async (pool: Pool, kind: 'r' | 'S'): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relkind = $1 and relnamespace = 'public'::regnamespace",
    [kind],
  )
  return rows.map(({ name }) => name)
}

/** One query that restores the present rows of every table and the present value of every sequence. */
const restoringSql = async (pool: Pool): Promise<string> => {
  const tables = await namesOf(pool, 'r')
  const places: string[] = []
  for (const name of await namesOf(pool, 'S')) {
    const { rows } = await pool.query<{ at: number; isCalled: boolean }>(
      `select last_value as at, is_called as "isCalled" from ${name}`,
    )
    for (const { at, isCalled } of rows) places.push(`select setval('${name}', ${at}, ${isCalled})`)
  }
  const inserts: string[] = []
  for (const name of tables) {
    const { rows } = await pool.query<{ json: string | null }>(
      `select quote_literal(jsonb_agg(${name})::text) as json from ${name}`,
    )
    const json = rows[0]?.json ?? null
    if (json !== null)
      inserts.push(`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${json})`)
  }
  return [
    'begin',
    // Under load it takes as long as it takes.
    'set local statement_timeout = 0',
    'set local session_replication_role = replica',
    ...tables.map((name) => `delete from ${name}`),
    ...inserts,
    ...places,
    'commit',
  ].join(';\n')
}

/** Its pools stay open from one test to the next. */
interface LentDatabase {
  readonly pools: readonly [Pool, Pool]
  readonly state: string
}

const isQuiet = async ({ pools }: LentDatabase): Promise<boolean> => {
  const until = performance.now() + quietLimitMs
  const isBusy = () => pools.some((pool) => pool.waitingCount > 0 || pool.idleCount < pool.totalCount)
  while (isBusy() && performance.now() < until) await pause(1)
  return !isBusy()
}

const isHeldOrReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === '55P03' || error.code === '25006')

/** False when it was changed, another session holds its rows, or one of its sessions may no longer write; throws any other error. */
const isRestored = async ({ pools: [pool], state }: LentDatabase, restoring: string): Promise<boolean> => {
  try {
    if ((await stateOf(pool)) !== state) return false
    await pool.query(restoring)
    return true
  } catch (error) {
    if (isHeldOrReadOnly(error)) return false
    throw error
  }
}

const endedPool = async (): Promise<never> => {
  throw new Error('Cannot use a pool after calling end on the pool')
}

/** The pool as its borrower sees it: `end` ends only that view. */
const viewOf = (pool: Pool): Pool => {
  let isEnded = false
  return new Proxy(pool, {
    get: (target, name): unknown => {
      if (name === 'end')
        return async () => {
          isEnded = true
        }
      if (isEnded && (name === 'connect' || name === 'query')) return endedPool
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

export interface PostgresLender {
  /** A migrated database for one test; its `close` gives it back. */
  lend(): Promise<AppDatabase>
  clear(): Promise<void>
}

/**
 * Reuses closed databases: emptied, with their connections, at half the cost of a new one; not those whose schema was changed, that
 * have grown, or that cannot be emptied. `close` throws when a query of the test is still running.
 * Settings of a session stay, so tests use `set local`. `create` makes a migrated one.
 */
export const createPostgresLender = (create: () => Promise<DatabaseSettings>): PostgresLender => {
  const all: LentDatabase[] = []
  const free: LentDatabase[] = []
  let restoring: Promise<string> | undefined
  const make = async (): Promise<LentDatabase> => {
    const { databaseUrl = '', log } = await create()
    const pools = [
      await openPostgresPool(databaseUrl, log),
      await openPostgresPool(databaseUrl, log, { max: connectionsOf.events }),
    ] as const
    restoring ??= restoringSql(pools[0])
    await restoring
    const made = { pools, state: await stateOf(pools[0]) }
    all.push(made)
    return made
  }
  const again = async (): Promise<LentDatabase | undefined> => {
    for (let next = free.pop(); next !== undefined; next = free.pop()) {
      if (await isRestored(next, (await restoring) ?? '')) return next
    }
    return undefined
  }
  return {
    lend: async () => {
      const lent = (await again()) ?? (await make())
      const [pool, poolOfEvents] = lent.pools
      const check = createPoolerCheck('')
      const openEvents = async () => poolOfEvents
      const database = postgresDatabase(
        { pool: viewOf(pool), poolOfEvents: viewOf(poolOfEvents), check, openEvents },
        createWriteGuard(silentLog),
      )
      const { close } = database
      const giveBack = once(async () => {
        await close()
        if (!(await isQuiet(lent))) throw new Error('a test has left work on its database behind')
        free.push(lent)
      })
      return Object.assign(database, { close: giveBack })
    },
    clear: async () => {
      const lent = all.splice(0)
      for (const { pools } of lent) for (const pool of pools) void pool.end()
    },
  }
}
