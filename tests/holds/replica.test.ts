// @every: the built shop with neighbours that fail

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgresCluster } from '../support/postgres-cluster.ts'
import { startReplica } from '../support/postgres-replica.ts'
import { type HeldShop, startHeldShop } from './held-shop.ts'
import { shopIsBuilt } from './holds-run.ts'
import { visit } from './visits.ts'

const closing: (() => Promise<void>)[] = []
const atEnd = (close: () => Promise<void>) => void closing.push(close)
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})
beforeAll(shopIsBuilt)

const ask = async (connectionString: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

test('D55: pages for everybody come from the replica, or from the database while it is behind or gone; a member never waits for it', async () => {
  const cluster = await startPostgresCluster()
  atEnd(cluster.stop)
  const shop = await startHeldShop(atEnd, { postgres: cluster.url('postgres') })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.database.db)
  const replica = await startReplica(cluster.url(rows[0]?.name ?? ''), atEnd)
  const process = await shop.beside({ DATABASE_READ_URL: replica.url, LOG_LEVEL: 'info' })
  const at: HeldShop = { ...shop, process }
  await expect.poll(() => process.output()).toContain('pages are read from the replica')

  // An unknown parameter is not part of the cache key; a search word without results is.
  const titles = async (cookie?: string) => {
    const path = `/gallery/search?sort=new&q=${encodeURIComponent('きんちゃく')}&count=${Math.floor(Math.random() * 1e9)}`
    const { status, body } = await visit(at, path, cookie === undefined ? {} : { cookie })
    expect(status).toBe(200)
    return body.includes('新しい題名')
  }
  await ask(replica.url, 'select pg_wal_replay_pause()')
  await shop.database.db.updateTable('recipe').set({ title: 'きんちゃく 新しい題名' }).execute()
  expect(await titles()).toBe(false)
  expect(await titles(shop.members[0]?.cookie)).toBe(true)
  await expect.poll(() => titles(), { timeout: 20_000, interval: 500 }).toBe(true)
  await expect.poll(() => process.output()).toContain('it is behind')

  await ask(replica.url, 'select pg_wal_replay_resume()')
  const readsThere = () => process.output().match(/pages are read from the replica/g)?.length
  await expect.poll(readsThere, { timeout: 20_000 }).toBe(2)
  await replica.kill()
  for (let count = 0; count < 5; count += 1) expect(await titles()).toBe(true)
  expect((await visit(at, `/all-products?q=${randomUUID()}`)).status).toBe(200)
})
