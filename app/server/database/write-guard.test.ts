import { rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { onBothEngines, untilOneWaits } from '../../../tests/support/database-for-tests.ts'
import { sqlitePlaces } from '../../../tests/support/database-places.ts'
import { createLog, silentLog } from '../log.ts'
import { rememberShopState } from '../shop-state.ts'
import { readFailureOf } from './database-errors.ts'
import { migrate, schemaVersionOf } from './migrate.ts'
import { type AppDatabase, type DatabaseSettings, openDatabase, sqliteFileName } from './open-database.ts'
import { inTransaction } from './transaction.ts'
import { numberOf, WritesRefused } from './write-guard.ts'

const write = ({ db }: AppDatabase) =>
  inTransaction({ db, log: silentLog }, (trx) =>
    trx.insertInto('shopState').values({ key: 'written', value: '1' }).execute(),
  )
const written = ({ db }: AppDatabase) =>
  db.selectFrom('shopState').select('key').where('key', '=', 'written').execute()
const newer = { ...allMigrations, '9999-newer': { up: async () => {} } }

const openOurs = async (settings: DatabaseSettings, logged: string[] = []) => {
  const log = createLog('error', (line) => logged.push(line), Date.now)
  const database = await openDatabase({ ...settings, log })
  onTestFinished(() => database.close())
  database.keepTo(schemaVersionOf(allMigrations))
  return database
}

/** Each ping looks and writes anew. */
const everyPingLooks = () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return () => vi.advanceTimersByTime(3_000)
}

onBothEngines('a database of another schema', (_open, places) => {
  const start = async () => {
    const settings = await places.migrated()
    const logged: string[] = []
    const ours = await openOurs(settings, logged)
    const theirs = await openDatabase(settings)
    onTestFinished(() => theirs.close())
    return { ours, theirs, logged }
  }

  test('D9: takes no transaction of a process that does not know it, is not ready, and is read all the same', async () => {
    const { ours, theirs, logged } = await start()
    await ours.ping()
    expect(ours.refusesWrites).toBe(false)
    await migrate(theirs, newer, 9_999)
    await expect(write(ours)).rejects.toThrow(WritesRefused)
    expect(ours.refusesWrites).toBe(true)
    await expect(write(ours)).rejects.toThrow(WritesRefused)
    await expect(ours.checkWrites()).rejects.toThrow(WritesRefused)
    await expect(ours.ping()).rejects.toThrow(WritesRefused)
    expect(await written(ours)).toEqual([])
    expect(logged.map((line) => JSON.parse(line).message)).toEqual(['the shop takes no writes'])
    await expect(write(theirs)).resolves.toBeDefined()
  })

  test('D9: as many migrations under another name are another schema, and nobody who asks nothing is refused', async () => {
    const { ours, theirs } = await start()
    const { migrations } = schemaVersionOf(allMigrations)
    ours.keepTo({ migrations, last: '9999-newer' })
    await expect(ours.checkWrites()).rejects.toThrow(WritesRefused)
    await expect(write(ours)).rejects.toThrow(WritesRefused)
    ours.keepTo({ migrations: migrations + 1, last: schemaVersionOf(allMigrations).last })
    await expect(ours.checkWrites()).rejects.toThrow(WritesRefused)
    await expect(write(ours)).rejects.toThrow(WritesRefused)
    await theirs.checkWrites()
    await write(theirs)
  })

  test('D51: goes on where a later release has only made the schema wider, and ends where it takes something away', async () => {
    const { ours, theirs } = await start()
    await migrate(theirs, newer)
    await ours.checkWrites()
    await write(ours)
    expect(await written(theirs)).toHaveLength(1)
    await rememberShopState(theirs.db, 'writable_since', String(numberOf(schemaVersionOf(allMigrations))))
    await ours.ping()
    await ours.db.transaction().execute(async () => {})
    expect(ours.refusesWrites).toBe(false)
    await rememberShopState(theirs.db, 'writable_since', String(numberOf(schemaVersionOf(allMigrations)) + 1))
    await expect(ours.checkWrites()).rejects.toThrow(WritesRefused)
    await expect(write(ours)).rejects.toThrow(WritesRefused)
  })

  test('D51: of an earlier release is not written to by a later one that did not migrate it', async () => {
    const { ours } = await start()
    const { migrations } = schemaVersionOf(allMigrations)
    for (const later of [schemaVersionOf(newer), { migrations: migrations - 1, last: '9999-newer' }]) {
      ours.keepTo(later)
      await expect(ours.checkWrites()).rejects.toThrow(WritesRefused)
      await expect(write(ours)).rejects.toThrow(WritesRefused)
    }
  })

  test('D9: a write that waited for the migration to end does not come after it', async () => {
    const { ours, theirs } = await start()
    let late: Promise<unknown> = Promise.resolve()
    const slow = {
      up: async () => {
        late = write(ours).catch((error: unknown) => error)
        await untilOneWaits(theirs.db)
      },
    }
    await migrate(theirs, { ...allMigrations, '9999-newer': slow }, 9_999)
    expect(await late).toBeInstanceOf(WritesRefused)
    expect(await written(theirs)).toEqual([])
  })

  test('D9: writes are taken again where the schema is ours again, and pages say that the data are away', async () => {
    const { ours, theirs } = await start()
    await migrate(theirs, newer, 9_999)
    const refusal = await write(ours).catch((error: unknown) => error)
    expect(readFailureOf(refusal)).toBe('unavailable')
    ours.keepTo(schemaVersionOf(newer))
    await ours.checkWrites()
    expect(ours.refusesWrites).toBe(false)
    await write(ours)
  })
})

describe('the SQLite file', () => {
  const places = sqlitePlaces()
  const start = async () => {
    const settings = await places.migrated()
    const ours = await openOurs(settings)
    await write(ours)
    return { ours, file: join(settings.dataDir, sqliteFileName) }
  }

  test('D9: that was removed is not written to any more, by a transaction or alone, and is not ready', async () => {
    const { ours, file } = await start()
    await rename(file, `${file}.away`)
    await expect(write(ours)).rejects.toThrow(/removed or replaced/)
    const alone = ours.db.insertInto('shopState').values({ key: 'alone', value: '' }).execute()
    await expect(alone).rejects.toThrow(/removed or replaced/)
    await expect(ours.ping()).rejects.toThrow()
    expect(ours.refusesWrites).toBe(true)
    await rename(`${file}.away`, file)
    await ours.checkWrites()
    expect(ours.refusesWrites).toBe(false)
  })

  test('D9: that was replaced by another one is not written to', async () => {
    const { ours, file } = await start()
    await rename(file, `${file}.away`)
    await writeFile(file, '')
    await expect(write(ours)).rejects.toThrow(/removed or replaced/)
  })

  test('D9: alone is not written to in another schema', async () => {
    const { ours } = await start()
    ours.keepTo(schemaVersionOf(newer))
    const alone = ours.db.insertInto('shopState').values({ key: 'alone', value: '' }).execute()
    await expect(alone).rejects.toThrow(WritesRefused)
  })

  test.each([
    ['cut to nothing', (file: string) => truncate(file)],
    ['written over', (file: string) => writeFile(file, 'x'.repeat(100_000))],
  ])('D9: that was %s in its place is not ready', async (_how, damage) => {
    const { ours, file } = await start()
    const later = everyPingLooks()
    await ours.ping()
    // What is in the journal would hide it.
    await ours.close()
    const again = await openOurs({ dataDir: join(file, '..'), log: createLog('error', () => {}, Date.now) })
    await again.ping()
    expect(await written(again)).toHaveLength(1)
    await damage(file)
    later()
    await expect(again.ping()).rejects.toThrow()
  })
})
