import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { type DatabasePlaces, sqlitePlaces } from '../../../tests/support/database-places.ts'
import { freePort } from '../../../tests/support/free-port.ts'
import { silentLog } from '../log.ts'
import { type DatabaseSettings, openDatabase, sqliteFileName } from './open-database.ts'

onBothEngines('an open database', (_open, places) => {
  test('answers a ping until it is closed, and can be closed twice', async () => {
    const database = await openDatabase(await places.migrated())
    await expect(database.ping()).resolves.toBeUndefined()
    await Promise.all([database.close(), database.close()])
    await expect(database.ping()).rejects.toThrow()
  })

  test('can be closed before anything was asked of it', async () => {
    const database = await openDatabase(await places.empty())
    await expect(database.close()).resolves.toBeUndefined()
  })

  test('lets the running transaction end before it closes', async () => {
    const settings = await places.migrated()
    const database = await openDatabase(settings)
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const writing = database.db.transaction().execute(async (trx) => {
      begun.resolve()
      await mayEnd.promise
      await trx.insertInto('shopState').values({ key: 'last', value: '' }).execute()
    })
    await begun.promise
    const closing = database.close()
    mayEnd.resolve()
    await Promise.all([writing, closing])

    const again = await openDatabase(settings)
    expect(await again.db.selectFrom('shopState').select('key').execute()).toEqual([{ key: 'last' }])
    await again.close()
  })
})

const readOnly = async (places: DatabasePlaces): Promise<DatabaseSettings> => {
  const settings = await places.migrated()
  if (settings.databaseUrl === undefined) return settings
  const url = new URL(settings.databaseUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  return { ...settings, databaseUrl: url.href }
}

onBothEngines('a database that takes no writes', (_open, places) => {
  test('D2, D65: fails a write, and answers reads; a standby of PostgreSQL is not ready either', async () => {
    const database = await openDatabase(await readOnly(places))
    onTestFinished(() => database.close())
    if (places.engine === 'sqlite') await sql`pragma query_only = on`.execute(database.db)
    await expect(database.tryWrite()).rejects.toThrow(/read-?only/)
    await expect(database.tryWrite()).rejects.toThrow(/read-?only/)
    if (places.engine === 'sqlite') await database.ping()
    else await expect(database.ping()).rejects.toThrow(/read-?only/)
    expect(await database.db.selectFrom('shopState').selectAll().execute()).toEqual([])
  })
})

/** Writes until the file may not grow; prints what a ping and a write find before and after. */
const fillsTheDisk = `
  const [program, dataDir] = process.argv.slice(-2)
  const { openDatabase } = await import(program)
  const { db, ping, tryWrite } = await openDatabase({ dataDir, log: { error() {} } })
  const say = (work) => work.then(() => console.log('ready'), (error) => console.log(error.message))
  await say(tryWrite())
  // After the last large pages also the small ones.
  for (const value of ['x'.repeat(50_000), 'x']) {
    for (let key = 0, full = false; !full; key += 1)
      await db.insertInto('shop_state').values({ key: value.length + '-' + key, value }).execute()
        .catch((error) => { full = true; console.log(error.message) })
  }
  const now = performance.now()
  performance.now = () => now + 10_000
  await say(tryWrite())
  await say(ping())
`
const program = fileURLToPath(new URL('./open-database.ts', import.meta.url))

/** The output of such a process, whose files are limited to 2 MB. */
const linesOfFilling = async (dataDir: string): Promise<string[]> => {
  const command = 'ulimit -f 2000; exec "$0" --input-type=module -e "$1" -- "$2" "$3"'
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    command,
    process.execPath,
    fillsTheDisk,
    program,
    dataDir,
  ])
  return stdout.trim().split('\n')
}

describe('the SQLite file', () => {
  const places = sqlitePlaces()
  afterAll(() => places.clear())
  const begin = async () => {
    const settings = await places.migrated()
    const database = await openDatabase(settings)
    onTestFinished(() => database.close())
    const journalBytes = async () => (await stat(join(settings.dataDir, `${sqliteFileName}-wal`))).size
    return { ...database, journalBytes, settings }
  }

  /** The clock by which a ping knows when it may write again. */
  const stopTheClock = () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  test('D65: is written to by a try, but not by every one, and its content stays', async () => {
    const { tryWrite, ping, db, journalBytes } = await begin()
    stopTheClock()
    const before = await journalBytes()
    await ping()
    expect(await journalBytes()).toBe(before)
    await tryWrite()
    const after = await journalBytes()
    expect(after - before).toBeGreaterThan(4_096)
    for (let count = 0; count < 50; count += 1) await tryWrite()
    vi.advanceTimersByTime(9_999)
    await tryWrite()
    expect(await journalBytes()).toBe(after)
    vi.advanceTimersByTime(1)
    await tryWrite()
    expect(await journalBytes()).toBeGreaterThan(after)
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrityCheck: 'ok' }])
  })

  test('D65: that could not be written to is known to take writes again a few seconds after it does', async () => {
    const { tryWrite, db } = await begin()
    stopTheClock()
    await sql`pragma query_only = on`.execute(db)
    await expect(tryWrite()).rejects.toThrow()
    await sql`pragma query_only = off`.execute(db)
    vi.advanceTimersByTime(2_999)
    await expect(tryWrite()).rejects.toThrow()
    vi.advanceTimersByTime(1)
    await tryWrite()
  })

  test('D65: one write that found no room counts for a minute, whatever a small one finds', async () => {
    const { tryWrite, ping, db } = await begin()
    stopTheClock()
    await sql`pragma max_page_count = 1`.execute(db)
    const large = () =>
      db
        .insertInto('shopState')
        .values({ key: 'large', value: 'x'.repeat(9_000_000) })
        .execute()
    await expect(large()).rejects.toThrow('full')
    await sql`pragma max_page_count = 1000000`.execute(db)
    await expect(tryWrite()).rejects.toThrow('full')
    await ping()
    vi.advanceTimersByTime(59_999)
    await expect(tryWrite()).rejects.toThrow('full')
    vi.advanceTimersByTime(1)
    await tryWrite()
  })

  test('D65: that a long transaction holds for a moment takes writes all the same', async () => {
    const { tryWrite, db } = await begin()
    const mayEnd = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = db.transaction().execute(async () => {
      begun.resolve()
      await mayEnd.promise
    })
    await begun.promise
    await expect(tryWrite()).resolves.toBeUndefined()
    mayEnd.resolve()
    await writing
  })

  test('D65: on a full disk fails a write, and answers the ping', async () => {
    const { dataDir } = await places.migrated()
    expect(await linesOfFilling(dataDir)).toEqual(['ready', ...Array(3).fill('disk I/O error'), 'ready'])
  })
})

test('PostgreSQL that is not there fails the ping and nothing else', async () => {
  const databaseUrl = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  const database = await openDatabase({ databaseUrl, dataDir: '/nowhere', log: silentLog })
  await expect(database.ping()).rejects.toThrow()
  await database.close()
})
