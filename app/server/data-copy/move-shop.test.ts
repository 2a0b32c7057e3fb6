// @every: moves of whole shops between the engines

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { rebuildSearch } from '~/brought-by-features.server.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { fillShop } from '../../../tests/support/filled-shop.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { addPaidOrders } from '../../../tests/support/paid-orders-for-tests.ts'
import { readMarker } from '../data-folder/marker.ts'
import { openShopData, type ShopData } from '../data-folder/open-shop-data.ts'
import { moveNoteIn } from '../database/move-note.ts'
import { openDatabase, sqliteFileName } from '../database/open-database.ts'
import { withinSnapshot } from '../database/snapshot.ts'
import { WritesRefused } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { StartRefused } from '../start.ts'
import { countDatabase, type DatabaseCount } from './copy-tables.ts'
import type { ShopMove } from './move-copy.ts'
import { takeLease } from './move-lease.ts'
import { moveShop } from './move-shop.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const newFolder = async () => {
  const dataDir = await mkdtemp(join(memoryFolder(), 'shop-move-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

const newPostgres = async (): Promise<string> => (await places.empty()).databaseUrl ?? ''

const openShop = async (settings: ShopMove['from']): Promise<ShopData> => {
  const data = await openShopData({ ...settings, log: silentLog })
  onTestFinished(() => data.close())
  return data
}

/** A shop with some of everything, open in a process. */
const start = async (engine: 'sqlite' | 'postgres') => {
  const from = {
    dataDir: await newFolder(),
    databaseUrl: engine === 'sqlite' ? undefined : await newPostgres(),
  }
  const shop = await openShop(from)
  await fillShop(shop.db)
  await shop.noteOrders()
  const to = engine === 'sqlite' ? await newPostgres() : undefined
  return { from, to, shop, there: { dataDir: from.dataDir, databaseUrl: to } }
}

const move = (from: ShopMove['from'], to: string | undefined, parts: Partial<ShopMove> = {}) =>
  moveShop({
    from,
    to,
    rebuildSearch,
    tell: () => {},
    signal: new AbortController().signal,
    untilSeenMs: 0,
    ...parts,
  })

const refusal = (task: Promise<unknown>): Promise<string> =>
  task.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof StartRefused) return error.message
      throw error
    },
  )

const counted = (settings: ShopMove['from']): Promise<DatabaseCount> =>
  withDatabase(settings, async ({ db }) => {
    const { shop_state: _ofMoves, ...tables } = await withinSnapshot(db, countDatabase)
    return tables
  })

const sell = ({ db }: ShopData, id: string) => db.transaction().execute((trx) => addPaidOrders(trx, 1, id))

describe.each(['sqlite', 'postgres'] as const)('a shop on %s', (engine) => {
  test('D30, D31: moves with all it holds; it is read meanwhile and every write is refused', async () => {
    const { from, to, shop, there } = await start(engine)
    const before = await counted(from)
    const during: unknown[] = []
    const moved = await move(from, to, {
      rebuildSearch: async (trx) => {
        await rebuildSearch(trx)
        during.push(await sell(shop, 'late').catch((error: unknown) => error))
        during.push(await shop.db.selectFrom('orders').select('id').execute())
      },
    })
    expect(during).toEqual([expect.any(WritesRefused), expect.objectContaining({ length: 3 })])
    expect(shop.move).toMatchObject({ state: 'leaving' })
    expect(moved?.copied).toMatchObject(before)
    await expect(sell(shop, 'later')).rejects.toThrow(WritesRefused)
    expect(shop.move).toMatchObject({ state: 'left' })
    const arrived = await openShop(there)
    expect(await counted(there)).toEqual(before)
    expect(arrived.refusesWrites).toBe(false)
    await sell(arrived, 'new')
    expect(await readMarker(from.dataDir)).toMatchObject({ engine: arrived.engine, paidOrders: 3 })
  })

  test('D32: started on the former side, a sentence says where the data are, until the owner accepts it', async () => {
    const { from, to, there } = await start(engine)
    await move(from, to)
    const told = await refusal(openShop(from))
    expect(told).toMatch(/お店は、.* から .* へ引っ越しました。その後のご注文は、そちらに/)
    expect(told).toContain(engine === 'sqlite' ? 'DATABASE_URL に postgres' : 'DATABASE_URL を外し')
    expect(told).not.toContain('password@')
    expect(await refusal(move(from, to))).toBe(told)
    expect(await refusal(openShop(there))).toBe('done')
  })

  test('D32: killed before the former side was left it is in charge, and the move begins anew', async () => {
    const { from, to, shop, there } = await start(engine)
    await move(from, to)
    const left = await openDatabase({ ...from, log: silentLog })
    onTestFinished(() => left.close())
    // As it is between the two last steps: the marker is the former one, and the new side waits.
    const { value } = await left.db
      .selectFrom('shopState')
      .select('value')
      .where('key', '=', 'move')
      .executeTakeFirstOrThrow()
    const arriving = JSON.stringify({ ...JSON.parse(value), state: 'arriving' })
    const target = await openDatabase({ ...there, log: silentLog })
    await target.db.insertInto('shopState').values({ key: 'move', value: arriving }).execute()
    await left.db.deleteFrom('shopState').where('key', '=', 'move').execute()
    await target.close()
    await shop.noteOrders()
    expect(await refusal(openShop(there))).toMatch(/引っ越しが終わっていません。データは .* にあります/)
    await sell(shop, 'meanwhile')
    await move(from, to)
    expect((await counted(there)).orders?.rows).toBe(4)
  })

  test('D32: killed after it was left, the next move does the last step', async () => {
    const { from, to, there } = await start(engine)
    await move(from, to)
    const left = await openDatabase({ ...from, log: silentLog })
    const note = await moveNoteIn(left.db)
    await left.close()
    const target = await openDatabase({ ...there, log: silentLog })
    const arriving = { key: 'move', value: JSON.stringify({ ...note, state: 'arriving' }) }
    await target.db.insertInto('shopState').values(arriving).execute()
    await target.close()
    expect(await move(from, to)).toMatchObject({ copied: null })
    expect(await refusal(openShop(there))).toBe('done')
  })

  test('D30: stopped on its way nothing has changed: writes go on, nothing is left, and it can begin anew', async () => {
    const { from, to, shop, there } = await start(engine)
    const before = await counted(from)
    const stop = new AbortController()
    const rebuild = async () => stop.abort()
    await expect(move(from, to, { signal: stop.signal, rebuildSearch: rebuild })).rejects.toThrow(/abort/)
    await sell(shop, 'after')
    expect(await counted(from)).toMatchObject({ member: before.member, orders: { rows: 4 } })
    expect((await readdir(from.dataDir)).filter((name) => name.startsWith('.moving'))).toEqual([])
    await move(from, to)
    expect((await counted(there)).orders?.rows).toBe(4)
  })

  test('D30: a switch that is not renewed ends by itself, and its move hands nothing over any more', async () => {
    const { from, shop } = await start(engine)
    const mover = await openDatabase({ ...from, log: silentLog })
    onTestFinished(() => mover.close())
    const facts = { token: 'one', place: 'there', endsAt: 0 }
    const lease = await takeLease(mover.db, facts)
    expect(await refusal(takeLease(mover.db, { ...facts, token: 'two' }))).toMatch(/ほかの引っ越し/)
    await expect(sell(shop, 'early')).rejects.toThrow(WritesRefused)
    await expire(mover.db)
    await sell(shop, 'after')
    expect(await refusal(lease.leave(async () => true))).toMatch(/時間が切れました/)
    expect(await moveNoteIn(mover.db)).toBeUndefined()
    const second = await takeLease(mover.db, { ...facts, token: 'two' })
    expect(await refusal(second.leave(async () => false))).toMatch(/時間が切れました/)
    await second.end()
    await sell(shop, 'at the end')
  })

  test('D30: only looking says how long it would take, and changes nothing', async () => {
    const { from, to, shop, there } = await start(engine)
    const told: string[] = []
    expect(await move(from, to, { onlyLook: true, tell: (line) => told.push(line) })).toBe(null)
    expect(told).toEqual([expect.stringMatching(/引っ越します：[\d,]+行。.*約1分ほど止めます/)])
    await sell(shop, 'after')
    if (to === undefined) expect(await readdir(from.dataDir)).not.toContain(sqliteFileName)
    else expect(await withDatabase(there, ({ db }) => db.introspection.getTables())).toEqual([])
  })
})

/** As when the mover was killed half a minute ago. */
const expire = async (db: ShopData['db']) => {
  const note = await moveNoteIn(db)
  const value = JSON.stringify({ ...note, until: 1 })
  await db.updateTable('shopState').set({ value }).where('key', '=', 'move').execute()
}

const withDatabase = async <T>(
  settings: ShopMove['from'],
  task: (data: ShopData) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ ...settings, log: silentLog })
  try {
    return await task(Object.assign(database, { noteOrders: async () => {} }))
  } finally {
    await database.close()
  }
}

test('D32: a shop that comes home puts its file of before aside', async () => {
  const { from, to, there, shop } = await start('sqlite')
  await move(from, to)
  await shop.close()
  const away = await openShop(there)
  await sell(away, 'away')
  await away.noteOrders()
  const home = await move(there, undefined)
  expect(home?.aside).toMatch(/shop-before-move-.*\.sqlite$/)
  await openShop(from)
  expect((await counted(from)).orders?.rows).toBe(4)
  expect((await readdir(from.dataDir)).filter((name) => name.endsWith('.sqlite')).length).toBe(2)
})

describe('where a move may not go', () => {
  test('D33: a database that holds another shop, other tables, a newer version, or is not to be had', async () => {
    const { from, shop } = await start('sqlite')
    const other = await start('postgres')
    expect(await refusal(move(from, other.from.databaseUrl))).toMatch(
      /もうお店があります（支払い済みの注文 3件）/,
    )
    const withTable = await newPostgres()
    await withDatabase({ dataDir: '', databaseUrl: withTable }, ({ db }) =>
      sql`create table x (y int)`.execute(db),
    )
    expect(await refusal(move(from, withTable))).toMatch(/空ではありません（表が1個あります：x）/)
    const newer = await newPostgres()
    await withDatabase({ dataDir: '', databaseUrl: newer }, async ({ db }) => {
      await sql`create table kysely_migration (name text)`.execute(db)
      await sql`insert into kysely_migration values ('0001-settings'), ('9999-newer')`.execute(db)
    })
    expect(await refusal(move(from, newer))).toMatch(/新しい版のものです（9999-newer）/)
    const gone = new URL(newer)
    gone.pathname = '/no_such_database'
    expect(await refusal(move(from, gone.href))).toMatch(/がサーバーにありません/)
    const noServer = new URL(newer)
    noServer.hostname = '127.0.0.1'
    noServer.port = '1'
    noServer.search = ''
    expect(await refusal(move(from, noServer.href))).toMatch(/そのホストとポートにいません（ECONNREFUSED）/)
    await sell(shop, 'after')
    expect(await counted(other.from)).toMatchObject({ orders: { rows: 3 } })
  })

  test('D33: a user who may make no tables is told so', async () => {
    const { from } = await start('sqlite')
    const url = await newPostgres()
    await withDatabase({ dataDir: '', databaseUrl: url }, async ({ db }) => {
      await sql`revoke create on schema public from public`.execute(db)
      await sql`drop role if exists mover_without_rights`.execute(db)
      await sql`create role mover_without_rights login password 'x'`.execute(db)
    })
    const asThem = new URL(url)
    asThem.username = 'mover_without_rights'
    asThem.password = 'x'
    expect(await refusal(move(from, asThem.href))).toMatch(/権限がありません/)
  })

  test('D33: a folder with another shop; a side where it already is; a folder without a shop', async () => {
    const { from } = await start('postgres')
    const { from: other, shop } = await start('sqlite')
    await shop.close()
    await rm(join(other.dataDir, 'shop-marker.json'))
    expect(await refusal(move({ ...from, dataDir: other.dataDir }, undefined))).toMatch(/もうお店があります/)
    expect(await refusal(move(from, 'postgres://x/y'))).toMatch(/もうPostgreSQLにあります/)
    expect(await refusal(move({ dataDir: other.dataDir, databaseUrl: undefined }, undefined))).toMatch(
      /もうSQLiteにあります/,
    )
    const empty = { dataDir: await newFolder(), databaseUrl: undefined }
    expect(await refusal(move(empty, 'postgres://x/y'))).toMatch(/まだお店がありません/)
  })

  test('D33: a file that is no database in the place of the new one stays as it is', async () => {
    const { from } = await start('postgres')
    await writeFile(join(from.dataDir, sqliteFileName), 'my notes')
    await expect(move(from, undefined)).rejects.toThrow()
    expect(await readdir(from.dataDir)).toContain(sqliteFileName)
  })
})
