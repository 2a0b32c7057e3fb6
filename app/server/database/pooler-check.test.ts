// @every: poolers that lend a connection for a transaction, with their silences

import { type Kysely, sql } from 'kysely'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startPooler } from '../../../tests/support/pooler.ts'
import { silentLog } from '../log.ts'
import { checkUsable } from './database-check.ts'
import { readFailureOf } from './database-errors.ts'
import { migrate, schemaVersionOf } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { connectAlone, createPoolerCheck } from './pooler-check.ts'
import { openPostgresPool } from './postgres-pool.ts'
import { liftLimits } from './snapshot.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

/** Over TCP, as a pooler is. */
const overTcp = ({ databaseUrl = '' }: { databaseUrl?: string | undefined }) =>
  Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(databaseUrl).pathname })

const openAt = async (databaseUrl: string) => {
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', log: silentLog })
  onTestFinished(() => database.close())
  return database
}

const behindPooler = async (direct: URL, options: Parameters<typeof startPooler>[2], search = '') => {
  const pooler = await startPooler(onTestFinished, direct.href, options)
  const url = Object.assign(new URL(direct), { host: `127.0.0.1:${pooler.port}`, search }).href
  return { direct, pooler, url, open: () => openAt(url) }
}

const begin = async (options: Parameters<typeof startPooler>[2], search = '') =>
  behindPooler(overTcp(await places.empty()), options, search)

const limitsSql = sql<{ setting: string }>`select setting from pg_settings where name in
  ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`
const limitsIn = async (db: Kysely<Schema>) =>
  (await limitsSql.execute(db)).rows.map(({ setting }) => setting)
const ours = ['10000', '2000', '5000']
const none = ['0', '0', '0']

const setsForOthers = (said: readonly string[]) =>
  said.filter((text) => /^set (?!local)|; set (?!local)|^listen|set_config\([^)]*false\)(?! end)/i.test(text))

test('D100: PostgreSQL itself limits each statement of a connection, as the address says', async () => {
  const direct = overTcp(await places.empty())
  direct.searchParams.set('lock_timeout', '70')
  const database = await openAt(direct.href)
  expect(await limitsIn(database.db)).toEqual(['10000', '70', '5000'])
  expect(database.ownsConnections).toBe(true)
})

test('D100: a pooler that lends for a session, and refuses limits at the start, gets them after it', async () => {
  const { open } = await begin({ mode: 'session' })
  const database = await open()
  expect(await limitsIn(database.db)).toEqual(ours)
  expect(await database.db.transaction().execute(limitsIn)).toEqual(ours)
  expect(database.ownsConnections).toBe(true)
})

test.each([
  { size: 20, inTurn: false },
  { size: 20, inTurn: true },
  { size: 1, inTurn: false },
])(
  'D100: where connections are lent for a transaction, each has its limits and nobody else: $size, $inTurn',
  async (how) => {
    const { open, pooler, url } = await begin({ mode: 'transaction', ...how })
    // Others were there before, so that several connections are free.
    const others = await Promise.all(Array.from({ length: how.size === 1 ? 1 : 6 }, () => connectAlone(url)))
    await Promise.all(others.map((other) => other.query('select pg_sleep(0.1)')))
    const { db } = await open()
    // The first transaction is begun before the pooler is known to be one.
    expect(await limitsIn(db)).toEqual(none)
    expect(await db.transaction().execute(limitsIn)).toEqual(ours)
    await migrate({ db })
    expect(await limitsIn(db)).toEqual(none)
    for (const other of others) {
      const { rows } = await other.query("select current_setting('statement_timeout') as limit")
      expect(rows).toEqual([{ limit: '0' }])
      await other.end()
    }
    expect(setsForOthers(pooler.said)).toEqual([])
  },
)

test('D100: a transaction of the shop has them from its begin, and a long copy lifts them for itself', async () => {
  const { open, pooler } = await behindPooler(overTcp(await places.migrated()), { mode: 'transaction' })
  const database = await open()
  await database.ping()
  database.keepTo(schemaVersionOf(allMigrations))
  expect(await database.db.transaction().execute(limitsIn)).toEqual(ours)
  const lifted = await database.db.transaction().execute(async (trx) => {
    await liftLimits(trx)
    return limitsIn(trx)
  })
  expect(lifted).toEqual(['0', '2000', '0'])
  expect(setsForOthers(pooler.said)).toEqual([])
})

test.each([
  ['3s', 3_000],
  ['2%20min', 120_000],
  ['40', 40],
  ['soon', 5_000],
  ['', 5_000],
])('D100: a limit of %s in the address is %i ms', (time, ms) => {
  expect(createPoolerCheck(`postgres://host.example/shop?statement_timeout=${time}`).statementMs).toBe(ms)
})

test('D100: a statement of its own that nothing limits is let go a second after its time', async () => {
  const { open } = await begin({ mode: 'transaction' }, '?statement_timeout=100')
  const { db } = await open()
  const asked = sql`select pg_sleep(20)`.execute(db)
  expect(readFailureOf(await asked.catch((error: unknown) => error))).toMatch(/timeout|unavailable/)
  const within = db.transaction().execute(async (trx) => {
    await liftLimits(trx)
    await sql`select pg_sleep(1.5)`.execute(trx)
    return 'done'
  })
  expect(await within).toBe('done')
})

test('D48, D100: within a transaction silence has its limit, too', async () => {
  const { url } = await begin({ mode: 'transaction' }, '?statement_timeout=100')
  const pool = await openPostgresPool(url, silentLog, { max: 1, silenceMs: 1_500 })
  onTestFinished(() => pool.end())
  const client = await pool.connect()
  await client.query('begin')
  const asked = client.query('select pg_sleep(20)').catch((error: unknown) => error)
  expect(readFailureOf(await asked)).toMatch(/timeout|unavailable/)
  client.release(true)
})

test('D100: limits at the role, or at the database, end such a statement on the server', async () => {
  const { open, direct } = await begin({ mode: 'transaction' })
  const admin = await connectAlone(direct.href)
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await admin.query(`alter database ${direct.pathname.slice(1)} set ${limit} = 300`)
  await admin.end()
  const { db, takeConnections } = await open()
  expect((await takeConnections())?.keepsLimits).toBe(true)
  await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toThrow('statement timeout')
})

test('D100: a pooler that lends for a statement is refused in a sentence', async () => {
  const { open } = await begin({ mode: 'statement' })
  const { problem } = await checkUsable(await open(), 'データベース')
  expect(problem).toMatch(/^データベースの中継.*pool_mode = statement.*docs\/scaling\.md/)
})

test('D100: a pooler that comes back in another mode is looked at again', async () => {
  const { open, pooler } = await begin({ mode: 'session' })
  const database = await open()
  expect(await limitsIn(database.db)).toEqual(ours)
  pooler.lendBy('transaction')
  pooler.cut()
  await expect.poll(() => limitsIn(database.db).catch(() => 'away')).toEqual(none)
  expect(database.ownsConnections).toBe(false)
  expect(await database.db.transaction().execute(limitsIn)).toEqual(ours)
})
