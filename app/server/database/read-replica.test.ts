import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrated } from '../../../tests/support/migrated.ts'
import { type PostgresCluster, startPostgresCluster } from '../../../tests/support/postgres-cluster.ts'
import { startReplica } from '../../../tests/support/postgres-replica.ts'
import { createLog, silentLog } from '../log.ts'
import { rememberShopState, shopState } from '../shop-state.ts'
import { openDatabase } from './open-database.ts'
import { openReadReplica } from './read-replica.ts'

/** A cluster of its own: a replica is a copy of all that a cluster holds. */
let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startPostgresCluster()
})
afterAll(() => cluster.stop())

const newDatabase = async (): Promise<string> => {
  const name = `shop_${randomUUID().slice(0, 8)}`
  await cluster.create(name)
  await migrated({ databaseUrl: cluster.url(name), dataDir: '/nowhere', log: silentLog })
  return cluster.url(name)
}

/** A transaction that has written and is committed by what it gives. */
const openWrite = async (connectionString: string, key: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('begin')
  await client.query('insert into shop_state (key, value) values ($1, $2)', [key, 'new'])
  return () => client.query('commit').finally(() => client.end())
}

const ask = async (connectionString: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('D55: a replica is read while it follows, and the database itself while it is behind, away, another one or none', async () => {
  const databaseUrl = await newDatabase()
  const primary = await openDatabase({ databaseUrl, dataDir: '', log: silentLog })
  onTestFinished(() => primary.close())
  await rememberShopState(primary.db, 'shop_id', randomUUID())
  const standby = await startReplica(databaseUrl, onTestFinished)
  let now = 0
  const logged: string[] = []
  const log = createLog('info', (line) => logged.push(line), Date.now)
  const open = async (url: string) => {
    const replica = await openReadReplica(url, primary.db, { log, clock: () => now })
    onTestFinished(() => replica.close())
    const fresh = async (ms = 2_000) => {
      now += ms
      await replica.look()
      return replica.isFresh()
    }
    return { replica, fresh }
  }
  const { replica, fresh } = await open(standby.url)
  expect(replica.isFresh()).toBe(false)
  await expect.poll(() => fresh()).toBe(true)

  // Without further looks it is no longer trusted.
  now += 6_000
  expect(replica.isFresh()).toBe(true)
  now += 1
  expect(replica.isFresh()).toBe(false)
  expect(await fresh()).toBe(true)
  replica.distrust()
  expect(replica.isFresh()).toBe(false)
  expect(await fresh()).toBe(true)

  // Behind by less than five seconds, by more, and there again.
  await ask(standby.url, 'select pg_wal_replay_pause()')
  await rememberShopState(primary.db, 'alarm_digest', 'new')
  expect(await fresh()).toBe(true)
  expect(await fresh()).toBe(true)
  expect(await fresh()).toBe(false)
  expect(await shopState(replica.db, 'alarm_digest')).toBeUndefined()
  await ask(standby.url, 'select pg_wal_replay_resume()')
  await expect.poll(() => fresh(1)).toBe(true)
  expect(await shopState(replica.db, 'alarm_digest')).toBe('new')
  await expect(rememberShopState(replica.db, 'alarm_digest', 'x')).rejects.toThrow('read-only')

  await standby.kill()
  expect(await fresh()).toBe(false)
  await standby.start()
  await expect.poll(() => fresh(1)).toBe(true)

  expect(await (await open(databaseUrl)).fresh()).toBe(false)
  const other = await newDatabase()
  const otherUrl = new URL(standby.url)
  otherUrl.pathname = new URL(other).pathname
  await expect
    .poll(async () => (await (await open(otherUrl.href)).fresh()) || logged.at(-1))
    .toContain('another shop')
  expect(await (await open('postgres://postgres@127.0.0.1:9/none')).fresh()).toBe(false)
  const why = logged.map((line) => JSON.parse(line).why).filter(Boolean)
  expect(why).toEqual(
    expect.arrayContaining(['it failed', 'it is behind', 'it does not answer', 'it is no standby']),
  )
})

test('D55: what is kept of a replica is as it has replayed, also where commits overlap', async () => {
  const databaseUrl = await newDatabase()
  const standby = await startReplica(databaseUrl, onTestFinished)
  const replica = await openDatabase({ databaseUrl: standby.url, dataDir: '', log: silentLog })
  onTestFinished(() => replica.close())
  const commitFirst = await openWrite(databaseUrl, 'closure')
  const commitSecond = await openWrite(databaseUrl, 'holiday')
  const last = await openWrite(databaseUrl, 'settings')
  await last()
  await expect.poll(() => shopState(replica.db, 'settings')).toBe('new')
  expect(await shopState(replica.db, 'holiday')).toBeUndefined()
  // The first still runs, and the last has ended: a snapshot of the standby names neither of them.
  await commitSecond()
  await expect.poll(() => shopState(replica.db, 'holiday')).toBe('new')
  await commitFirst()
  await expect.poll(() => shopState(replica.db, 'closure')).toBe('new')
})
