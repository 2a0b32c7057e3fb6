// npm run test:moves [ORDERS RECIPES]: a shop under load is backed up, restored elsewhere, moved to the other engine and back,
// from both engines; counts, sums, checksums and every acknowledged write must be there at each station.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { indexAllFabrics, indexAllKits } from '../app/features/products/indexing.commands.server.ts'
import { indexAllRecipes } from '../app/features/recipes/indexing.commands.server.ts'
import { countDatabase, type DatabaseCount, differingTables } from '../app/server/data-copy/copy-tables.ts'
import type { ShopMove } from '../app/server/data-copy/move-copy.ts'
import { moveShop } from '../app/server/data-copy/move-shop.ts'
import { openShopData, type ShopData } from '../app/server/data-folder/open-shop-data.ts'
import { openDatabase } from '../app/server/database/open-database.ts'
import { withinSnapshot } from '../app/server/database/snapshot.ts'
import { WritesRefused } from '../app/server/database/write-guard.ts'
import { silentLog } from '../app/server/log.ts'
import type { Schema } from '../db/schema.ts'
import { loseAndRestore } from '../tests/support/lost-laptop.ts'
import { addMember } from '../tests/support/member-for-tests.ts'
import { memoryFolder } from '../tests/support/memory-folder.ts'
import { addOrder } from '../tests/support/paid-orders-for-tests.ts'
import { startPostgresCluster } from '../tests/support/postgres-cluster.ts'
import { addManyRecipes } from './many-recipes.ts'

const [orders = 200, recipes = 500] = process.argv.slice(2).map(Number)
const day = 86_400_000

const check = (isSo: boolean, what: string): void => {
  if (!isSo) throw new Error(`not so: ${what}`)
  console.log(`  ok: ${what}`)
}

const rebuildSearch = async (trx: Transaction<Schema>): Promise<void> => {
  await indexAllFabrics(trx)
  await indexAllKits(trx)
  await indexAllRecipes(trx)
}

const fill = async (db: Kysely<Schema>): Promise<void> => {
  const authors = Array.from({ length: 20 }, (_, at) => `member-${at}`)
  for (const id of authors) await addMember(db, { id, name: `会員${id}` })
  await addManyRecipes(db, { count: recipes, authors })
  for (let from = 0; from < orders; from += 100)
    await db.transaction().execute(async (trx) => {
      for (let at = from; at < Math.min(from + 100, orders); at += 1) {
        await addOrder(trx, `order-${at}`, 'paid')
        const paidAt = (at % 30) * day
        await trx.updateTable('orders').set({ paidAt }).where('id', '=', `order-${at}`).execute()
      }
    })
}

interface Station {
  readonly count: DatabaseCount
  readonly sumsByDay: string
}

const look = async (settings: ShopMove['from']): Promise<Station> => {
  const { db, close } = await openDatabase({ ...settings, log: silentLog })
  try {
    return await withinSnapshot(db, async (snapshot) => {
      const { shop_state: _ofTheMove, ...count } = await countDatabase(snapshot)
      const { rows } =
        await sql`select paid_at / ${sql.lit(day)} as day, sum(total) as yen, count(*) as orders
        from orders where paid_at is not null group by 1 order by 1`.execute(snapshot)
      return { count, sumsByDay: JSON.stringify(rows) }
    })
  } finally {
    await close()
  }
}

/** Writes and reads until stopped; `sold` are orders whose write was acknowledged. */
const startLoad = (shop: ShopData, name: string) => {
  const sold: string[] = []
  let [refused, reads, slowestReadMs, isOver] = [0, 0, 0, false]
  const write = async () => {
    for (let at = 0; !isOver; at += 1) {
      const id = `${name}-${at}`
      try {
        await shop.db.transaction().execute((trx) => addOrder(trx, id, 'paid'))
        sold.push(id)
      } catch (error) {
        if (!(error instanceof WritesRefused)) throw error
        refused += 1
      }
      await pause(10)
    }
  }
  const read = async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await shop.db.selectFrom('recipe').select('title').orderBy('createdAt', 'desc').limit(6).execute()
      slowestReadMs = Math.max(slowestReadMs, performance.now() - startedAt)
      reads += 1
      await pause(10)
    }
  }
  const running = Promise.all([write(), read()])
  return async () => {
    isOver = true
    await running
    return { sold, refused, reads, slowestReadMs: Math.round(slowestReadMs) }
  }
}

const carry = async (from: ShopMove['from'], to: string | undefined, name: string): Promise<void> => {
  console.log(`station: ${name}`)
  const shop = await openShopData({ ...from, log: silentLog })
  const stop = startLoad(shop, name)
  await pause(200)
  const startedAt = performance.now()
  const moved = await moveShop({
    from,
    to,
    rebuildSearch,
    tell: (line) => console.log(`  ${line}`),
    signal: new AbortController().signal,
  })
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const load = await stop()
  await shop.close()
  const here = await look(from)
  const there = await look({ dataDir: from.dataDir, databaseUrl: to })
  const { refusedMs = 0, copied } = moved ?? {}
  const rows = Object.values(copied ?? {}).reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `  ${rows} rows in ${seconds} s, writes refused for ${(refusedMs / 1_000).toFixed(1)} s; ${load.sold.length} orders sold meanwhile, ${load.refused} refused; ${load.reads} reads, the slowest ${load.slowestReadMs} ms`,
  )
  check(differingTables(here.count, there.count).length === 0, 'counts and checksums of all tables are equal')
  check(here.sumsByDay === there.sumsByDay, 'the sums of orders by day are equal')
  check(there.count.orders?.rows === copied?.orders?.rows, 'nothing was sold here after the copy')
  check(load.refused > 0 && load.sold.length > 0, 'writes were taken before and refused since')
  const opened = await openShopData({ dataDir: from.dataDir, databaseUrl: to, log: silentLog })
  const kept = await opened.db.selectFrom('orders').select('id').where('id', 'like', `${name}-%`).execute()
  check(kept.length === load.sold.length, 'every order that was answered is there')
  await opened.close()
  const told = await openShopData({ ...from, log: silentLog }).then(
    (shop) => shop.close().then(() => ''),
    (error: Error) => error.message,
  )
  check(told.includes('へ引っ越しました'), `started here again: ${told}`)
}

/** Backed up under load and restored elsewhere (D20–D28), moved to the other engine, and back. */
const travel = async (first: 'sqlite' | 'postgres', newPostgres: () => Promise<string>): Promise<void> => {
  console.log(`a shop that begins on ${first}`)
  const folder = await mkdtemp(join(memoryFolder(), 'shop-moves-'))
  const dataDir = join(folder, 'elsewhere')
  try {
    const newOfFirst = async () => (first === 'postgres' ? await newPostgres() : undefined)
    const laptop = { dataDir: join(folder, 'laptop'), databaseUrl: await newOfFirst() }
    const start = { dataDir, databaseUrl: await newOfFirst() }
    const shop = await openShopData({ ...laptop, log: silentLog })
    await fill(shop.db)
    await shop.noteOrders()
    await shop.close()
    console.log('station: the laptop is lost')
    const tell = (line: string) => console.log(`  ${line}`)
    await loseAndRestore({
      from: laptop,
      to: start,
      place: join(folder, 'place'),
      rebuildSearch,
      // The features, which know who shows a picture, need the bundler.
      pictures: { missing: async () => [], inUse: async () => [], shownBy: async () => new Map() },
      check,
      tell,
    })
    const away = first === 'postgres' ? undefined : await newPostgres()
    await carry(start, away, 'away')
    const home = first === 'postgres' ? await newPostgres() : undefined
    await carry({ dataDir, databaseUrl: away }, home, 'home')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const cluster = await startPostgresCluster()
try {
  let databases = 0
  const newPostgres = async () => {
    databases += 1
    await cluster.create(`moves_${databases}`)
    return cluster.url(`moves_${databases}`)
  }
  await travel('sqlite', newPostgres)
  await travel('postgres', newPostgres)
  console.log('all stations are equal')
} finally {
  await cluster.stop()
}
