import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startPostgresCluster } from '../../../tests/support/postgres-cluster.ts'
import { createLog, silentLog } from '../log.ts'
import { readFailureOf } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { type AppDatabase, openDatabase } from './open-database.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { createMomentHolder, untilWritten } from './until-written.ts'
import { createWriteGuard } from './write-guard.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const using = async (task: (database: AppDatabase, logged: string[]) => Promise<void>) => {
  const logged: string[] = []
  const log = createLog('info', (line) => logged.push(line), Date.now)
  const database = await openDatabase({ ...(await places.migrated()), log })
  try {
    await task(database, logged)
  } finally {
    await database.close()
  }
}

test('every wait on the server has its limit', () =>
  using(async ({ db }) => {
    const { rows } = await sql`
      select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name') order by name
    `.execute(db)
    expect(rows).toEqual([
      { name: 'application_name', setting: 'nuno-square' },
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
    ])
  }))

test('a read goes on by itself after a second without word whether anything was written', async () => {
  const pool = new pg.Pool({ connectionString: (await places.migrated()).databaseUrl })
  const limits = { limitsOfTransaction: undefined }
  const dialect = postgresDialect(pool, createWriteGuard(silentLog), () => {}, limits)
  const db = new Kysely<Schema>({ dialect })
  onTestFinished(() => db.destroy())
  vi.spyOn(pool, 'query').mockImplementation(() => new Promise(() => {}))
  const drawing = createMomentHolder(db, () => {})()
  const read = untilWritten(
    async (from) => (await sql<{ one: number }>`select 1 as one`.execute(from)).rows[0],
  )
  const began = performance.now()
  expect(await Promise.all([read(drawing), read(db)])).toEqual([{ one: 1 }, { one: 1 }])
  expect(await read(drawing)).toEqual({ one: 1 })
  expect(performance.now() - began).toBeLessThan(1_900)
})

/** Ends the server's side of the connection `pid`, as an operator or a failing machine would. */
const terminate = async (pid: number | undefined) => {
  const other = await openDatabase(await places.empty())
  await sql`select pg_terminate_backend(${pid})`.execute(other.db)
  await other.close()
}

const pidOf = async (db: AppDatabase['db']) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

const answers = async ({ db }: AppDatabase) =>
  (await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one === 1

test('a connection that the server ends while idle is reported once and replaced', () =>
  using(async (database, logged) => {
    await terminate(await pidOf(database.db))
    await expect.poll(() => logged.join('')).toContain('database connection lost')
    expect(await answers(database)).toBe(true)
    expect(logged).toHaveLength(1)
  }))

test('a connection that the server ends in the middle of a query costs that query alone', () =>
  using(async (database, logged) => {
    const { db } = database
    const sleepers = () =>
      sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`.execute(db)
    const broken = sql`select pg_sleep(4)`.execute(db).catch(readFailureOf)
    await expect.poll(async () => (await sleepers()).rows.length).toBe(1)
    const beside = db.transaction().execute(async (trx) => {
      await terminate((await sleepers()).rows[0]?.pid)
      return broken.then(() => answers({ ...database, db: trx }))
    })
    expect(await broken).toBe('unavailable')
    expect(await beside).toBe(true)
    expect(await answers(database)).toBe(true)
    await expect.poll(() => logged.join('')).toContain('database connection lost')
  }))

test('a connection that the server ends within a transaction undoes that, and the next one works', () =>
  using(async (database) => {
    const { db } = database
    const write = (key: string, meanwhile: (trx: AppDatabase['db']) => Promise<void>) =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('shopState').values({ key, value: '' }).execute()
        await meanwhile(trx)
        await sql`select 1`.execute(trx)
      })
    const cut = write('cut', async (trx) => terminate(await pidOf(trx)))
    expect(await cut.catch(readFailureOf)).toBe('unavailable')
    await write('whole', async () => {})
    expect(await db.selectFrom('shopState').select('key').execute()).toEqual([{ key: 'whole' }])
  }))

test('a transaction that its server gave up for idling costs nothing else', () =>
  using(async (database, logged) => {
    const idle = database.db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 20`.execute(trx)
      await expect.poll(() => logged.join('')).toContain('idle-in-transaction timeout')
      await sql`select 1`.execute(trx)
    })
    await expect(idle).rejects.toThrow()
    expect(await answers(database)).toBe(true)
  }))

test('D2: a server that restarts costs the requests in flight; while it is away the ping fails', async () => {
  const cluster = await startPostgresCluster()
  onTestFinished(() => cluster.stop())
  const database = await openDatabase({
    databaseUrl: cluster.url('postgres'),
    dataDir: '/nowhere',
    log: silentLog,
  })
  onTestFinished(() => database.close())
  await migrate(database)
  await database.ping()
  const begun = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  const inFlight = database.db.transaction().execute(async (trx) => {
    await trx.insertInto('shopState').values({ key: 'in flight', value: '' }).execute()
    begun.resolve()
    await mayGoOn.promise
    await trx.insertInto('shopState').values({ key: 'after', value: '' }).execute()
  })
  await begun.promise
  const sleeping = sql`select pg_sleep(4)`.execute(database.db)
  const [lost] = await Promise.all([Promise.allSettled([sleeping]), cluster.restart()])
  expect(lost).toMatchObject([{ status: 'rejected' }])
  mayGoOn.resolve()
  await expect(inFlight).rejects.toThrow()

  await database.ping()
  expect(await database.db.selectFrom('shopState').select('key').execute()).toEqual([])
  await cluster.stop()
  await expect(database.ping()).rejects.toThrow()
})
