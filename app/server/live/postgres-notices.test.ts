import pg from 'pg'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
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
      "select pid, query from pg_stat_activity where datname = $1 and state = 'idle' and query like 'listen%'",
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
  await expect.poll(async () => (await connections()).length).toBe(2)
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
  const { here, told, cut, connections } = await openTwo()
  await cut()
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([undefined])
  await expect.poll(async () => (await connections()).length).toBe(2)
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

test('without a connection notices stay within the process, which can be closed', async () => {
  const notices = openPostgresNotices('postgres://nobody@127.0.0.1:1/none', silentLog)
  const told: unknown[] = []
  notices.subscribe('recipe', (version) => told.push(version))
  notices.publish('recipe', 1)
  await expect.poll(() => told).toEqual([1])
  await notices.close()
})
