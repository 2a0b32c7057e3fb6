import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { startPooler } from '../../../tests/support/pooler.ts'
import { linesOfConnections } from '../announcements.ts'
import { silentLog } from '../log.ts'
import { type ConnectionShare, shopShareOf } from './connection-share.ts'
import { openDatabase } from './open-database.ts'
import { connectAlone } from './pooler-check.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const newDatabase = async () => {
  const { databaseUrl = '' } = await places.empty()
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(databaseUrl).pathname })
  const admin = await connectAlone(url.href)
  onTestFinished(() => admin.end())
  return { url, admin, name: url.pathname.slice(1) }
}

const openAt = async (url: URL) => {
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '/nowhere', log: silentLog })
  onTestFinished(() => database.close())
  return database
}

const pidsOf = async (db: Kysely<Schema>): Promise<unknown[]> => {
  const ask = () => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db)
  const answers = await Promise.all([ask(), ask()])
  return answers.map(({ rows }) => rows[0]?.pid).sort()
}

const behind = (url: URL, port: number) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` })

test.each([
  [197, 10],
  [14, 10],
  [13, 9],
  [7, 3],
  [5, 1],
  [4, 1],
  [1, 1],
  [-3, 1],
])(
  'D104: of %i connections %i do all but events and notices; one is left to a command where that is possible',
  (given, shop) => {
    expect(shopShareOf(given, 3)).toBe(shop)
  },
)

test('D103: the connections for events are open from the start, stay open when nothing comes, and come back when they were lost', async () => {
  const { url, admin } = await newDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await openAt(url)
  expect(await database.takeConnections()).toMatchObject({ pooling: 'none', shop: 10, events: 2 })
  const open = async (): Promise<number[]> => {
    const { rows } = await admin.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'nuno-square' and pid <> pg_backend_pid() order by pid",
    )
    return rows.map(({ pid }) => Number(pid))
  }
  await sql`select 1`.execute(database.db)
  expect((await open()).length).toBe(3)
  vi.advanceTimersByTime(3_600_000)
  vi.useRealTimers()
  await expect.poll(async () => (await open()).length).toBe(2)
  const kept = await open()
  expect(await pidsOf(database.dbOfEvents)).toEqual(kept)

  for (const pid of kept) await admin.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(open).toEqual([])
  await database.keepEventConnections()
  expect((await open()).length).toBe(2)
})

test('D103: one that died without a word is noticed before an event needs it', async () => {
  const { url } = await newDatabase()
  const proxy = await startFaultProxy(onTestFinished, Number(url.port))
  const database = await openAt(behind(url, proxy.port))
  await database.takeConnections()
  const before = await pidsOf(database.dbOfEvents)
  proxy.behave({ kind: 'black hole' })
  await database.keepEventConnections()
  proxy.behave({ kind: 'pass' })
  await database.keepEventConnections()
  const after = await pidsOf(database.dbOfEvents)
  expect(after.length).toBe(2)
  expect(after.some((pid) => before.includes(pid))).toBe(false)
})

test('D104: a limit of the role, or of the database, is what the server gives', async () => {
  const { url, admin, name } = await newDatabase()
  const role = `role_${randomUUID().slice(0, 8)}`
  await admin.query(`create role ${role} login connection limit 6`)
  onTestFinished(async () => {
    await admin.query(`drop role ${role}`)
  })
  const limited = await openAt(Object.assign(new URL(url), { username: role }))
  const share = await limited.takeConnections()
  expect(share).toMatchObject({ wanted: 13, given: 6, shop: 2, events: 2, role, database: name })
  // The pool really takes no more.
  const slow = () => sql`select pg_sleep(0.05)`.execute(limited.db)
  await Promise.all(Array.from({ length: 8 }, slow))
  const { rows } = await admin.query(
    'select count(*)::int as count from pg_stat_activity where usename = $1',
    [role],
  )
  expect(rows).toEqual([{ count: 4 }])
  await limited.close()

  await admin.query(`alter database ${name} connection limit 8`)
  const inDatabase = await openAt(url)
  expect(await inDatabase.takeConnections()).toMatchObject({ given: 7, shop: 3 })
})

test('D104: of a small pool of a pooler no more is taken than it lends at once', async () => {
  const { url } = await newDatabase()
  const bySession = await startPooler(onTestFinished, url.href, { mode: 'session', size: 7 })
  const database = await openAt(behind(url, bySession.port))
  expect(await database.takeConnections()).toMatchObject({ pooling: 'session', given: 7, shop: 3, events: 2 })
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(database.db)))
  expect((await pidsOf(database.dbOfEvents)).length).toBe(2)
})

test('D103: where connections are lent by transaction, events have a pool of their own while all others are in use', async () => {
  const { url, name } = await newDatabase()
  const aliases = { [`${name}_events`]: { database: name, size: 2 } }
  const pooler = await startPooler(onTestFinished, url.href, { mode: 'transaction', size: 2, aliases })
  const database = await openAt(behind(url, pooler.port))
  expect(await database.takeConnections()).toMatchObject({ eventsApart: true, events: 2, given: 2, shop: 1 })
  const others = await Promise.all([1, 2].map(() => connectAlone(behind(url, pooler.port).href)))
  for (const other of others) await other.query('begin')
  expect((await pidsOf(database.dbOfEvents)).length).toBe(2)
  for (const other of others) await other.end()
})

test('D103: a pool of their own that leads elsewhere is not used', async () => {
  const { url, name } = await newDatabase()
  const other = await newDatabase()
  const aliases = { [`${name}_events`]: { database: other.name, size: 2 } }
  const pooler = await startPooler(onTestFinished, url.href, { mode: 'transaction', aliases })
  const database = await openAt(behind(url, pooler.port))
  expect(await database.takeConnections()).toMatchObject({ eventsApart: false, events: 2, wanted: 12 })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.dbOfEvents)
  expect(rows).toEqual([{ name }])
})

const whole: ConnectionShare = {
  pooling: 'none',
  keepsLimits: true,
  limits: [
    ['statement_timeout', 5_000],
    ['lock_timeout', 70],
  ],
  wanted: 13,
  given: 90,
  shop: 10,
  events: 2,
  eventsApart: true,
  role: 'nuno"x',
  database: 'shop',
}

test('D100, D103, D104: the start says in a line each what is lost, and nothing where all is as it should be', () => {
  expect(linesOfConnections(whole, true)).toEqual([])
  expect(linesOfConnections(whole, false)).toEqual([expect.stringContaining('LISTEN／NOTIFY')])
  const lent = { ...whole, pooling: 'transaction', keepsLimits: false, eventsApart: false } as const
  expect(linesOfConnections(lent, false)).toEqual([
    expect.stringMatching(/トランザクションごと.*コメントは2秒ほど.*設定は10秒/),
    expect.stringContaining(
      `alter role "nuno""x" set statement_timeout = '5s'; alter role "nuno""x" set lock_timeout = '0.07s';`,
    ),
    expect.stringContaining('shop_events = host=… dbname=shop pool_size=3'),
  ])
  expect(linesOfConnections({ ...whole, given: 7, shop: 3 }, true)).toEqual([
    expect.stringMatching(/13本ほしいところ.*7本.*2本を取り置き、ほかは3本まで/),
  ])
  expect(linesOfConnections({ ...whole, events: 0 }, true)).toHaveLength(1)
})
