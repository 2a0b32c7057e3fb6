import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sqlitePlaces } from '../../../tests/support/database-places.ts'
import { type AppDatabase, openDatabase, sqliteFileName } from './open-database.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

const places = sqlitePlaces()
let database: AppDatabase
let file: string

beforeEach(async () => {
  const settings = await places.migrated()
  file = join(settings.dataDir, sqliteFileName)
  database = await openDatabase(settings)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await database.close()
})
afterAll(() => places.clear())

const pragma = async (name: string) => {
  const { rows } = await sql`pragma ${sql.raw(name)}`.execute(database.db)
  return rows[0]
}

test('commits reach the disk, and rows that others point to stay', async () => {
  expect(await pragma('journal_mode')).toEqual({ journalMode: 'wal' })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
  expect(await pragma('foreign_keys')).toEqual({ foreignKeys: 1 })
})

test('a folder that is missing is made for this user alone', async () => {
  const settings = await places.empty()
  const dataDir = join(settings.dataDir, 'new', 'data')
  await (await openDatabase({ ...settings, dataDir })).close()

  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
})

const modes = (at: string) =>
  Promise.all(['', '-wal', '-shm'].map(async (end) => (await stat(`${at}${end}`)).mode & 0o777))

test('in a folder that is there already the files are for this user alone, new ones and those of before', async () => {
  const settings = await places.empty()
  const at = join(settings.dataDir, sqliteFileName)
  await chmod(settings.dataDir, 0o755)
  const first = await openDatabase(settings)
  onTestFinished(() => first.close())
  await sql`create table t (id integer)`.execute(first.db)
  expect(await modes(at)).toEqual([0o600, 0o600, 0o600])

  for (const end of ['', '-wal', '-shm']) await chmod(`${at}${end}`, 0o644)
  const second = await openDatabase(settings)
  onTestFinished(() => second.close())
  expect(await modes(at)).toEqual([0o600, 0o600, 0o600])
})

test('a transaction that could not be begun lets the next writer begin', async () => {
  const { db } = database
  const write = (key: string) =>
    db.transaction().execute((trx) => trx.insertInto('shopState').values({ key, value: '' }).execute())
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  await expect(write('a')).rejects.toThrow('disk I/O error')
  await write('b')
  expect(await db.selectFrom('shopState').select('key').execute()).toEqual([{ key: 'b' }])
})

test('while another process writes, a write waits without stopping this one', async () => {
  const other = openSqliteConnection(file, 'begin immediate')
  const writes = Promise.all([
    database.db.insertInto('shopState').values({ key: 'a', value: '' }).execute(),
    database.db
      .transaction()
      .execute((trx) => trx.insertInto('shopState').values({ key: 'b', value: '' }).execute()),
  ])
  let ticks = 0
  while (ticks < 20) {
    await new Promise(setImmediate)
    ticks += 1
  }
  expect(await database.db.selectFrom('shopState').select('key').execute()).toEqual([])
  other.exec('commit')
  other.close()
  await writes

  expect(await database.db.selectFrom('shopState').select('key').execute()).toEqual([
    { key: 'a' },
    { key: 'b' },
  ])
})

test('a transaction begun as a plain statement is refused and undone', async () => {
  await expect(sql`begin`.execute(database.db)).rejects.toThrow('db.transaction()')
  await database.db.insertInto('shopState').values({ key: 'a', value: '' }).execute()
  await database.close()
  const reopened = openSqliteConnection(file, '')
  expect(reopened.rows('select key from shop_state', [])).toEqual([{ key: 'a' }])
  reopened.close()
})

test('a commit that fails gives the writer back', async () => {
  const { db } = database
  await sql`create table parent (id integer primary key)`.execute(db)
  await sql`create table child (parent integer references parent (id) deferrable initially deferred)`.execute(
    db,
  )
  const failing = db.transaction().execute((trx) => sql`insert into child values (1)`.execute(trx))

  await expect(failing).rejects.toThrow('FOREIGN KEY')
  await db.insertInto('shopState').values({ key: 'a', value: '' }).execute()
  expect((await sql`select * from child`.execute(db)).rows).toEqual([])
})
