import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { startPooler } from '../../../tests/support/pooler.ts'
import { silentLog } from '../log.ts'
import { openPostgresNotices } from './postgres-notices.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

/** Two processes on one database; `connections` are those that listen. */
const openTwo = async () => {
  const { databaseUrl = '' } = await places.empty()
  const name = new URL(databaseUrl).pathname.slice(1)
  const admin = new pg.Pool({ connectionString: inject('postgresUrl'), max: 1 })
  const connections = async () => {
    const { rows } = await admin.query(
      "select pid from pg_stat_activity where datname = $1 and application_name = 'nuno-square notices'",
      [name],
    )
    return rows.map(({ pid }) => Number(pid))
  }
  const [here, there] = [
    openPostgresNotices(databaseUrl, silentLog),
    openPostgresNotices(databaseUrl, silentLog),
  ]
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close(), admin.end()])
  })
  const told: unknown[] = []
  there.subscribe('recipe', (version) => told.push(version))
  expect(await Promise.all([here.heardItself, there.heardItself])).toEqual([true, true])
  const cut = async () => {
    for (const pid of await connections()) await admin.query('select pg_terminate_backend($1)', [pid])
  }
  return { here, there, told, cut, connections }
}

test('R16: what one process publishes, those of the others hear who listen to it', async () => {
  const { here, there, told } = await openTwo()
  const own: unknown[] = []
  here.subscribe('recipe', (version) => own.push(version))
  here.publish('another', 1)
  here.publish('recipe', 7)
  await expect.poll(() => [told, own]).toEqual([[7], [7]])
  there.publish('a: topic with spaces', 1)
  there.publish('recipe', 8)
  await expect
    .poll(() => [told, own])
    .toEqual([
      [7, 8],
      [7, 8],
    ])
})

test('R16: several notices at once go one after the other', async () => {
  const { here, there } = await openTwo()
  const heard: unknown[] = []
  const topics = ['one', 'two', 'three', 'four']
  for (const topic of topics) there.subscribe(topic, (version) => heard.push([topic, version]))
  for (const topic of topics) here.publish(topic, 7)
  await expect.poll(() => heard).toEqual(topics.map((topic) => [topic, 7]))
})

test('R16: after a lost connection whoever listens is told that it may have missed something, and hears again', async () => {
  const { here, there, told, cut, connections } = await openTwo()
  await cut()
  await expect.poll(() => here.missesOthers).toBe(true)
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([undefined])
  await expect.poll(() => here.missesOthers || there.missesOthers).toBe(false)
  expect((await connections()).length).toBe(2)
  here.publish('recipe', 3)
  await expect.poll(() => told).toEqual([undefined, 3])
})

test('R16: over a network that swallows all, notices go on within the process, and what was missed is told afterwards', async () => {
  const { databaseUrl = '' } = await places.empty()
  const proxy = await startFaultProxy(onTestFinished, Number(new URL(databaseUrl).port))
  const proxied = Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${proxy.port}` }).href
  const notices = openPostgresNotices(proxied, silentLog, { everyMs: 100, answerMs: 2_000 })
  onTestFinished(() => notices.close())
  const told: unknown[] = []
  notices.subscribe('recipe', (version) => told.push(version))
  const other = openPostgresNotices(databaseUrl, silentLog)
  onTestFinished(() => other.close())
  const hears = (version: number) =>
    expect
      .poll(() => {
        other.publish('recipe', version)
        return told
      })
      .toContain(version)
  await hears(1)
  proxy.behave({ kind: 'black hole' })
  notices.publish('recipe', 2)
  await expect.poll(() => told).toContain(2)
  told.length = 0
  proxy.behave({ kind: 'pass' })
  await expect.poll(() => told).toContain(undefined)
  await hears(3)
  // A process that only listens notices it too.
  const connections = proxy.taken()
  proxy.behave({ kind: 'black hole' })
  await expect.poll(() => proxy.taken()).toBeGreaterThan(connections)
})

test.each([
  { how: { mode: 'transaction' }, ownsConnections: false },
  { how: { mode: 'session', dropsNotices: true }, ownsConnections: true },
] as const)('D101, D102: where notices do not come, it knows: $how', async ({ how, ownsConnections }) => {
  const { databaseUrl = '' } = await places.empty()
  const direct = Object.assign(new URL(inject('postgresUrl')), { pathname: new URL(databaseUrl).pathname })
  const pooler = await startPooler(onTestFinished, direct.href, how)
  // The limits of an address are for its queries; a pooler refuses them.
  const search = '?lock_timeout=2000'
  const url = Object.assign(new URL(direct), { host: `127.0.0.1:${pooler.port}`, search }).href
  const parts = { ownsConnections: () => ownsConnections, answerMs: 300 }
  const [here, there] = [
    openPostgresNotices(url, silentLog, parts),
    openPostgresNotices(databaseUrl, silentLog),
  ]
  onTestFinished(async () => {
    await Promise.all([here.close(), there.close()])
  })
  expect(await Promise.all([here.heardItself, there.heardItself])).toEqual([false, true])
  expect([here.missesOthers, there.missesOthers]).toEqual([true, false])
  const [own, others]: [unknown[], unknown[]] = [[], []]
  here.subscribe('recipe', (version) => own.push(version))
  there.subscribe('recipe', (version) => others.push(version))
  here.publish('recipe', 4)
  await expect.poll(() => [own, others]).toEqual([[4], [4]])
  // What others would hear on a connection that is lent on is never asked for.
  expect(pooler.said.some((text) => text.startsWith('listen'))).toBe(ownsConnections)
})

test('without a connection notices stay within the process, which can be closed', async () => {
  const notices = openPostgresNotices('postgres://nobody@127.0.0.1:1/none', silentLog)
  const told: unknown[] = []
  notices.subscribe('recipe', (version) => told.push(version))
  expect(await notices.heardItself).toBe(false)
  notices.publish('recipe', 1)
  await expect.poll(() => told).toEqual([1])
  await notices.close()
})
