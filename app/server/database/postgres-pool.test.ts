import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { silentLog } from '../log.ts'
import { readFailureOf } from './database-errors.ts'
import { openDatabase } from './open-database.ts'
import { openPostgresPool } from './postgres-pool.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const behindProxy = async () => {
  const { databaseUrl = '', ...settings } = await places.migrated()
  const proxy = await startFaultProxy(onTestFinished, Number(new URL(databaseUrl).port))
  const url = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${proxy.port}` }).href
  return { proxy, url, settings: { ...settings, databaseUrl: url } }
}

test('D48: a connection over which nothing comes any more ends, and the next one answers', async () => {
  const { proxy, url } = await behindProxy()
  const pool = await openPostgresPool(url, silentLog, { max: 1, silenceMs: 400 })
  onTestFinished(() => pool.end())
  await pool.query('select 1')
  const removed = once(pool, 'remove')
  proxy.behave({ kind: 'black hole' })
  const failure = await pool.query('select 1').catch((error: unknown) => error)
  expect(readFailureOf(failure)).toMatch(/unavailable|timeout/)
  await removed
  proxy.behave({ kind: 'pass' })
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
})

test('D48: before the shop serves, one statement may be silent for as long as it takes', async () => {
  const { url } = await behindProxy()
  let isPatient = true
  const pool = await openPostgresPool(url, silentLog, { max: 1, silenceMs: 100, isPatient: () => isPatient })
  onTestFinished(() => pool.end())
  const long = () => pool.query('select pg_sleep(0.4), 1 as one')
  expect((await long()).rows).toMatchObject([{ one: 1 }])
  isPatient = false
  await expect(long()).rejects.toThrow()
})

test('D48: one that waits for nothing stays, however long, and ends when an answer to it does not come later', async () => {
  const { proxy, url } = await behindProxy()
  const pool = await openPostgresPool(url, silentLog, { max: 1, silenceMs: 100 })
  onTestFinished(() => pool.end())
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
  const first = await pid()
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(await pid()).toBe(first)
  const removed = once(pool, 'remove')
  proxy.behave({ kind: 'black hole' })
  await expect(pool.query('select 1')).rejects.toThrow()
  await removed
})

test("D48: the provider's events have connections of their own, while all others are taken", async () => {
  const { settings } = await behindProxy()
  const database = await openDatabase(settings)
  onTestFinished(() => database.close())
  const slow = () => sql`select pg_sleep(4)`.execute(database.db)
  const waiting = Promise.all(Array.from({ length: 10 }, slow))
  await expect(sql`select 1`.execute(database.db)).rejects.toThrow('timeout exceeded')
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.dbOfEvents)
  expect(rows).toEqual([{ one: 1 }])
  await waiting
})

test("D49: how far the database's clock is ahead is measured with each check; less than a second is nothing", async () => {
  const database = await openDatabase(await places.migrated())
  onTestFinished(() => database.close())
  await database.checkWrites()
  expect(database.clockAheadMs()).toBe(0)
  const trueNow = Date.now
  const behind = vi.spyOn(Date, 'now').mockImplementation(() => trueNow() - 180_000)
  onTestFinished(() => behind.mockRestore())
  await database.checkWrites()
  expect(database.clockAheadMs()).toBeGreaterThan(179_000)
  expect(database.clockAheadMs()).toBeLessThan(181_000)
  behind.mockRestore()
  await database.checkWrites()
  expect(database.clockAheadMs()).toBe(0)
})
