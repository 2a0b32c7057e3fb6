import type { Client, Pool } from 'pg'
import { withinLimit } from '../time-limit.ts'
import { connectAlone, type PoolerCheck, type Pooling } from './pooler-check.ts'
import { connectionsOf } from './postgres-pool.ts'

/** What the start found out about the connections, and took of them (D100, D103, D104). */
export interface ConnectionShare {
  readonly pooling: Pooling
  /** False: at the role there is no limit for statements outside transactions, and nowhere else. */
  readonly keepsLimits: boolean
  readonly limits: PoolerCheck['limits']
  readonly wanted: number
  /** As many as this process could have now; behind a pooler hardly more than `wanted` are counted. */
  readonly given: number
  readonly shop: number
  readonly events: number
  /** Whether a pooler has connections for the events alone. */
  readonly eventsApart: boolean
  readonly role: string
  readonly database: string
}

const listener = 1
/** For one of the owner's commands beside the shop. */
const spare = 1

/** How many connections may do all but `kept`, events and notices, when `given` are to be had; 1 at least. Pure. */
export const shopShareOf = (given: number, kept: number): number => {
  const left = given - kept
  return Math.min(connectionsOf.shop, Math.max(1, left > spare ? left - spare : left))
}

/** The name of a database of pgbouncer that leads to the shop's, with connections for the events alone. */
export const eventsDatabaseOf = (database: string): string => `${database}_events`

// Rows of others are seen without their kind: who has no role is no client.
const freeSql = `with client as (
    select usesysid, datid from pg_stat_activity where usesysid is not null and datid is not null)
  select current_user as role, current_database() as database,
    current_setting('max_connections')::int as whole,
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true), '0')::int - (select count(*)::int from client),
      case when rolconnlimit >= 0 then rolconnlimit - (select count(*)::int from client where usesysid = pg_roles.oid) end,
      case when datconnlimit >= 0 then datconnlimit - (select count(*)::int from client where datid = pg_database.oid) end
    ) as free
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`

const answerMs = 1_000

/** How many connections a pooler lends this process at the same time, `most` are tried; takes a second or two. */
const lentAtOnce = async (url: string, most: number): Promise<number> => {
  const open: Client[] = []
  let isOver = false
  const holdOne = async (): Promise<number> => {
    const client = await connectAlone(url)
    open.push(client)
    if (isOver) throw new Error('too late')
    await client.query('begin')
    return 1
  }
  const held = await Promise.all(
    Array.from({ length: most }, () =>
      withinLimit(
        answerMs,
        holdOne().catch(() => 0),
        () => 0,
      ),
    ),
  )
  isOver = true
  const giveBack = async (client: Client) => {
    if (client.getTransactionStatus() === 'T') await client.query('rollback')
    await client.end()
  }
  await Promise.all(
    open.map((client) =>
      withinLimit(
        answerMs,
        giveBack(client).catch(() => {}),
        () => {},
      ),
    ),
  )
  return held.reduce((sum, one) => sum + one, 0)
}

const noAnswer = () => {
  throw new Error('a connection that was kept does not answer')
}

/** Opens those of the pool that are not open and asks all for a sign of life, at once, so that each gets another one. Never rejects. */
export const keepOpen = async (pool: Pool): Promise<void> => {
  const keepOne = async () => {
    const client = await pool.connect()
    const isAlive = await withinLimit(answerMs, client.query('select 1'), noAnswer).then(
      () => true,
      () => false,
    )
    client.release(!isAlive)
  }
  await Promise.all(Array.from({ length: pool.options.max }, () => keepOne().catch(() => undefined)))
}

const sameServerSql = 'select current_database() as database, pg_postmaster_start_time()::text as started'

/** The address of connections for the events alone behind a pooler, if it leads to the same database. */
const eventsUrlOf = async (pool: Pool, check: PoolerCheck): Promise<string | undefined> => {
  const here = (await pool.query(sameServerSql)).rows[0]
  const url = new URL(check.url)
  url.pathname = eventsDatabaseOf(url.pathname)
  const client = await connectAlone(url.href).catch(() => undefined)
  if (client === undefined) return undefined
  try {
    const there = (await withinLimit(answerMs, client.query(sameServerSql), noAnswer)).rows[0]
    return there?.database === here?.database && there?.started === here?.started ? url.href : undefined
  } catch {
    return undefined
  } finally {
    await withinLimit(answerMs, client.end(), () => undefined)
  }
}

export interface PoolsOfShop {
  readonly pool: Pool
  readonly check: PoolerCheck
  /** The present pool of the events. */
  readonly poolOfEvents: () => Pool
  /** From now on events have connections to this address. */
  readonly moveEvents: (url: string) => Promise<void>
}

/** Opens the connections of the events, and limits the others to what is left. Rejects when the database does not answer. */
export const takeShare = async ({
  pool,
  check,
  poolOfEvents,
  moveEvents,
}: PoolsOfShop): Promise<ConnectionShare> => {
  await pool.query('select 1')
  const { pooling } = check
  const eventsUrl = pooling === 'transaction' ? await eventsUrlOf(pool, check) : undefined
  if (eventsUrl !== undefined) await moveEvents(eventsUrl)
  if (pooling !== 'transaction') await keepOpen(poolOfEvents())
  const { rows } = await pool.query(freeSql)
  const { role, database, whole, free } = rows[0]
  // Behind a pooler that lends by transaction the listener and idle connections hold none.
  const eventsApart = pooling !== 'transaction' || eventsUrl !== undefined
  const ours = pooling === 'transaction' ? 0 : pool.totalCount + poolOfEvents().totalCount
  const kept =
    (pooling === 'transaction' ? 0 : listener) + (eventsUrl === undefined ? connectionsOf.events : 0)
  const wanted = connectionsOf.shop + kept
  const most = Math.min(wanted + spare - ours, Number(whole))
  const given = ours + (pooling === 'none' ? Number(free) : await lentAtOnce(check.url, most))
  if (pooling === 'transaction') await keepOpen(poolOfEvents())
  const shop = shopShareOf(given, kept)
  pool.options.max = shop
  return {
    pooling,
    keepsLimits: check.keepsLimits,
    limits: check.limits,
    wanted,
    given,
    shop,
    events: poolOfEvents().totalCount,
    eventsApart,
    role: String(role),
    database: String(database),
  }
}
