import type { Kysely } from 'kysely'
import { afterAll, afterEach, describe } from 'vitest'
import type { Schema } from '#db/schema.ts'
import type { CommandContext } from '../../app/server/context.ts'
import { type AppDatabase, openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { type DatabasePlaces, postgresPlaces, sqlitePlaces } from './database-places.ts'

/** Gives a fresh, migrated database, for a test or its `beforeEach`; it is closed when the test has ended. */
export type OpenForTest = () => Promise<AppDatabase>

/**
 * Runs the same tests on SQLite and on PostgreSQL. `places` is for tests about the database itself, which open it
 * several times or from other processes.
 *
 *     onBothEngines('likes', (open) => {
 *       test('R3: a second like changes nothing', async () => {
 *         const { db } = await open()
 */
export const onBothEngines = (
  name: string,
  tests: (open: OpenForTest, places: DatabasePlaces) => void,
): void => {
  describe.each([
    { engine: 'SQLite', newPlaces: sqlitePlaces },
    { engine: 'PostgreSQL', newPlaces: postgresPlaces },
  ])(`${name} ($engine)`, ({ newPlaces }) => {
    const places = newPlaces()
    const opened: AppDatabase[] = []
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()))
    })
    afterAll(() => places.clear())
    tests(async () => {
      const database = await openDatabase(await places.migrated())
      opened.push(database)
      return database
    }, places)
  })
}

/** A command's context whose clock the test sets, and whose ids are `id-1`, `id-2`, ... */
export interface CommandContextForTests extends CommandContext {
  /** Sets the clock to `epochMs`. */
  setNow(epochMs: number): void
  /** Moves the clock on by `ms`. */
  advance(ms: number): void
}

/** A context on `db`. The clock stands at `now` (epoch ms; by default noon of 1 April 2026 in Tokyo) until it is moved. */
export const commandContextForTests = (
  db: Kysely<Schema>,
  {
    now = Date.UTC(2026, 3, 1, 3),
    idPrefix = 'id',
  }: { readonly now?: number; readonly idPrefix?: string } = {},
): CommandContextForTests => {
  let clock = now
  let ids = 0
  return {
    db,
    log: silentLog,
    now: () => clock,
    newId: () => {
      ids += 1
      return `${idPrefix}-${ids}`
    },
    setNow: (epochMs) => {
      clock = epochMs
    },
    advance: (ms) => {
      clock += ms
    },
  }
}
