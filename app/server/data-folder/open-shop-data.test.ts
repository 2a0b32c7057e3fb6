import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { type DatabasePlaces, postgresPlaces } from '../../../tests/support/database-places.ts'
import { memoryFolder } from '../../../tests/support/memory-folder.ts'
import { addOrder, addPaidOrders } from '../../../tests/support/paid-orders-for-tests.ts'
import { migrate, schemaVersionOf } from '../database/migrate.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  openDatabase,
  sqliteFileName,
} from '../database/open-database.ts'
import { WritesRefused } from '../database/write-guard.ts'
import { silentLog } from '../log.ts'
import { rememberShopState } from '../shop-state.ts'
import { StartRefused } from '../start.ts'
import { endAfterMoveJob, watchWrites, whileWriting } from './data-jobs.ts'
import { type Marker, readMarker, writeMarker } from './marker.ts'
import { openShopData, type ShopData } from './open-shop-data.ts'

const newFolder = async () => {
  const dataDir = await mkdtemp(join(memoryFolder(), 'shop-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** PostgreSQL beside a folder, or SQLite inside of it. */
const placeFor = async (places: DatabasePlaces, dataDir: string): Promise<DatabaseSettings> => ({
  ...(places.engine === 'postgres' ? await places.empty() : { log: silentLog }),
  dataDir,
})

const once = async <T>(settings: DatabaseSettings, task: (data: ShopData) => Promise<T>): Promise<T> => {
  const data = await openShopData(settings)
  try {
    return await task(data)
  } finally {
    await data.close()
  }
}

const sell = (settings: DatabaseSettings, count: number, prefix?: string) =>
  once(settings, async (data) => {
    await addPaidOrders(data.db, count, prefix)
    await data.noteOrders()
  })

const refusal = (settings: DatabaseSettings): Promise<string> =>
  once(settings, async () => 'opened').catch((error: unknown) => {
    if (error instanceof StartRefused) return error.message
    throw error
  })

const markerIn = async (dataDir: string): Promise<Marker> => {
  const marker = await readMarker(dataDir)
  if (marker === undefined || marker === 'damaged') throw new Error(`no marker in ${dataDir}`)
  return marker
}

onBothEngines('the data of a shop', (_open, places) => {
  const start = async () => {
    const dataDir = await newFolder()
    return { dataDir, settings: await placeFor(places, dataDir) }
  }

  test('D9: a first start leaves a marker with the id of the database; further ones change nothing', async () => {
    const { dataDir, settings } = await start()
    await once(settings, async () => {})
    const marker = await markerIn(dataDir)
    expect(marker).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      engine: places.engine,
      paidOrders: 0,
    })
    await once(settings, async () => {})
    expect(await markerIn(dataDir)).toEqual(marker)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('shop-marker'))).toEqual([
      'shop-marker.json',
    ])
  })

  test('D9: paid orders are counted, others are not, and one that was sold after the count refuses nothing', async () => {
    const { dataDir, settings } = await start()
    await sell(settings, 2)
    await once(settings, async ({ db }) => {
      await addPaidOrders(db, 1, 'after')
      await addOrder(db, 'unpaid', 'pending')
    })
    expect((await markerIn(dataDir)).paidOrders).toBe(2)
    await once(settings, async () => {})
    expect((await markerIn(dataDir)).paidOrders).toBe(3)
  })

  test('D73: orders of a demo are not counted, so that the real shop opens, however its start ended, once they are gone', async () => {
    const { dataDir, settings } = await start()
    await once(settings, async ({ db }) => rememberShopState(db, 'demo', '1'))
    await sell(settings, 3)
    expect((await markerIn(dataDir)).paidOrders).toBe(0)
    await once(settings, async ({ db }) => {
      await db.deleteFrom('orders').execute()
    })
    expect(await refusal(settings)).toBe('opened')
    await once(settings, async ({ db }) => rememberShopState(db, 'demo', '0'))
    await sell(settings, 1, 'real')
    expect((await markerIn(dataDir)).paidOrders).toBe(1)
  })

  test('D75: only data of an earlier release are told to be brought up to date, and those that are not are left alone', async () => {
    const { settings } = await start()
    const upgrades: string[] = []
    const openAgain = async (what: string) =>
      (await openShopData(settings, undefined, () => void upgrades.push(what))).close()
    const database = await openDatabase(settings)
    const ofBefore = Object.entries(allMigrations).slice(0, -1)
    await migrate(database, Object.fromEntries(ofBefore))
    await database.close()
    await openAgain('one of before')
    await openAgain('it again')
    const other = await start()
    await (await openShopData(other.settings, undefined, () => void upgrades.push('a new shop'))).close()
    expect(upgrades).toEqual(['one of before'])
  })

  test('D9: an older copy of the database is refused, naming how many orders are missing and the command', async () => {
    const { dataDir, settings } = await start()
    await sell(settings, 3)
    const marker = await markerIn(dataDir)
    await once(settings, ({ db }) =>
      db
        .deleteFrom('orders')
        .where('id', '=', 'paid-0')
        .execute()
        .then(() => {}),
    )
    // The start that found no orders has counted again: an old copy of the database meets a newer marker.
    await writeMarker(dataDir, marker)
    expect(await refusal(settings)).toMatch(/2件しかありません.*注文が1件足りません.*npm run data -- accept/)
    expect(await markerIn(dataDir)).toEqual(marker)
  })

  test('D9: the database of another shop is refused, also one from before shops had ids', async () => {
    const { dataDir, settings } = await start()
    await sell(settings, 1)
    const marker = await markerIn(dataDir)
    await writeMarker(dataDir, { ...marker, id: 'another' })
    expect(await refusal(settings)).toMatch(/別のお店（支払い済みの注文1件）.*accept/)
    await writeMarker(dataDir, marker)
    const database = await openDatabase(settings)
    await database.db.deleteFrom('shopState').where('key', '=', 'shop_id').execute()
    await database.close()
    expect(await refusal(settings)).toMatch(/別のお店/)
  })

  test('D9: a folder from before there were markers opens as it is, and gets one', async () => {
    const { dataDir, settings } = await start()
    await sell(settings, 2)
    await rm(join(dataDir, 'shop-marker.json'))
    expect(await refusal(settings)).toBe('opened')
    expect((await markerIn(dataDir)).paidOrders).toBe(2)
  })

  test('D9: a damaged marker is refused in a sentence, and what the owner gave up is not', async () => {
    const { dataDir, settings } = await start()
    await once(settings, async () => {})
    for (const text of ['', '{"id":', '{"id":"x","engine":"mysql","paidOrders":0}']) {
      await writeFile(join(dataDir, 'shop-marker.json'), text)
      expect(await refusal(settings), text).toMatch(/shop-marker\.json が読めません/)
    }
    await writeMarker(dataDir, { id: null, engine: 'sqlite', paidOrders: 0 })
    expect(await refusal(settings)).toBe('opened')
  })

  test('D9: no job runs while another schema is there, and all do again after it', async () => {
    const { settings } = await start()
    await once(settings, async (data) => {
      let runs = 0
      const count = () => {
        runs += 1
      }
      const { signal } = new AbortController()
      const idle = { name: 'idle', everyMs: 1, firstAfterMs: 1, limitMs: 1 }
      const job = whileWriting(data, { ...idle, run: async () => count() })
      await job.run(signal)
      data.keepTo({ migrations: 9_999, last: '9999-of-another' })
      const writes = watchWrites(data, () => 7)
      await writes.job.run(signal)
      expect(writes.failingSince()).toBe(7)
      await job.run(signal)
      expect(runs).toBe(1)
      data.keepTo(schemaVersionOf(allMigrations))
      await writes.job.run(signal)
      expect(writes.failingSince()).toBe(undefined)
      await job.run(signal)
      expect(runs).toBe(2)
    })
  })

  test('D9: what is opened is kept to this schema, and the count is not noted from another one', async () => {
    const { dataDir, settings } = await start()
    await sell(settings, 1)
    await once(settings, async (data) => {
      await data.db
        .insertInto('kyselyMigration' as never)
        .values({ name: '9999', timestamp: '' } as never)
        .execute()
      await rememberShopState(data.db, 'writable_since', '9999')
      await expect(data.noteOrders()).rejects.toThrow(WritesRefused)
    })
    expect((await markerIn(dataDir)).paidOrders).toBe(1)
  })
})

test('D30: a process whose shop has moved ends ten minutes later, and not when the owner goes on here', async () => {
  const minute = 60_000
  let [now, ended] = [0, '']
  const left = { state: 'left', token: '', until: 1, endsAt: 1, place: 'postgres://there/shop' } as const
  const database: { move: AppDatabase['move'] } = { move: undefined }
  const job = endAfterMoveJob(
    database,
    () => now,
    (place) => {
      ended = place
    },
  )
  const after = async (minutes: number) => {
    now += minutes * minute
    await job.run(new AbortController().signal)
    return ended
  }
  expect(await after(20)).toBe('')
  database.move = { ...left, state: 'leaving' }
  expect(await after(20)).toBe('')
  database.move = left
  expect(await after(1)).toBe('')
  expect(await after(9)).toBe('')
  database.move = undefined
  expect(await after(1)).toBe('')
  database.move = left
  expect(await after(1)).toBe('')
  expect(await after(10)).toBe('postgres://there/shop')
})

const sqliteIn = (dataDir: string): DatabaseSettings => ({ dataDir, log: silentLog })

test('D9: a folder that has lived is refused where its SQLite file is gone or empty, and none is made', async () => {
  const dataDir = await newFolder()
  await sell(sqliteIn(dataDir), 2)
  for (const name of await readdir(dataDir))
    if (name.startsWith(sqliteFileName)) await rm(join(dataDir, name))
  expect(await refusal(sqliteIn(dataDir))).toMatch(/注文が2件.*shop\.sqlite）がないか、空です.*accept/)
  expect(await readdir(dataDir)).toEqual(['shop-marker.json'])
  await writeFile(join(dataDir, sqliteFileName), '')
  expect(await refusal(sqliteIn(dataDir))).toMatch(/がないか、空です/)
  expect(await readFile(join(dataDir, sqliteFileName), 'utf8')).toBe('')
})

test('D9: a first start that was interrupted locks nobody out', async () => {
  const dataDir = await newFolder()
  await writeFile(join(dataDir, sqliteFileName), '')
  expect(await refusal(sqliteIn(dataDir))).toBe('opened')
  const unmigrated = await newFolder()
  await (await openDatabase(sqliteIn(unmigrated))).close()
  expect(await refusal(sqliteIn(unmigrated))).toBe('opened')
})

describe('PostgreSQL beside a folder', () => {
  const places = postgresPlaces()
  afterAll(() => places.clear())

  test('D9: a new PostgreSQL beside a SQLite shop with orders is refused, with its marker and without', async () => {
    const dataDir = await newFolder()
    await sell(sqliteIn(dataDir), 2)
    const moved = await placeFor(places, dataDir)
    expect(await refusal(moved)).toMatch(/注文が2件.*DATABASE_URL のデータベースがないか、空です/)
    await rm(join(dataDir, 'shop-marker.json'))
    expect(await refusal(moved)).toMatch(
      /shop\.sqlite には、支払い済みの注文が2件.*DATABASE_URL を外して.*accept/,
    )
    expect(await refusal(sqliteIn(dataDir))).toBe('opened')
  })

  test('D9: one beside a shop without orders is opened, and its folder then without DATABASE_URL is refused', async () => {
    const dataDir = await newFolder()
    await once(sqliteIn(dataDir), async () => {})
    const moved = await placeFor(places, dataDir)
    expect(await refusal(moved)).toBe('opened')
    expect((await markerIn(dataDir)).engine).toBe('postgres')
    const elsewhere = await newFolder()
    await copyFile(join(dataDir, 'shop-marker.json'), join(elsewhere, 'shop-marker.json'))
    expect(await refusal(sqliteIn(elsewhere))).toMatch(
      /PostgreSQL にありますが、DATABASE_URL が設定されていません/,
    )
    expect(await refusal(await placeFor(places, elsewhere))).toMatch(
      /DATABASE_URL のデータベースがないか、空です/,
    )
  })
})
