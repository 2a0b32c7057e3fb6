import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, describe, expect, inject } from 'vitest'
import type { Schema } from '#db/schema.ts'
import type { AppContext } from '../../app/server/app-context.ts'
import { engineOf } from '../../app/server/database/engine.ts'
import type { AppDatabase } from '../../app/server/database/open-database.ts'
import { runsOnPostgres } from '../../scripts/test-files.js'
import { type DatabasePlaces, postgresPlaces, sqlitePlaces } from './database-places.ts'
import { servicesForTests } from './services-for-tests.ts'

/** Gives a fresh, migrated database, closed when the test has ended. */
export type OpenForTest = () => Promise<AppDatabase>

/** Asked while a test file is collected. */
const isOnPostgres = (): boolean => {
  const engines = inject('engines')
  return engines === 'both' || (engines === 'differing' && runsOnPostgres(expect.getState().testPath ?? ''))
}

/**
 * Runs the same tests on SQLite and on PostgreSQL: `npm test` where that may differ, `npm run test:quick` on SQLite alone. `places`
 * is for tests that open a database several times or from other processes.
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
    ...(isOnPostgres() ? [{ engine: 'PostgreSQL', newPlaces: postgresPlaces }] : []),
  ])(`${name} ($engine)`, ({ newPlaces }) => {
    const places = newPlaces()
    const opened: AppDatabase[] = []
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()))
    })
    afterAll(() => places.clear())
    tests(async () => {
      const database = await places.open()
      opened.push(database)
      return database
    }, places)
  })
}

/** Resolves when a transaction waits for another one's lock; on SQLite each waits for the one before it anyway. */
export const untilOneWaits = async (db: Kysely<Schema>): Promise<void> => {
  if (engineOf(db) === 'sqlite') return
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  if (rows.length === 0) await untilOneWaits(db)
}

/** Its ids are `id-1`, `id-2`, ... */
export interface ContextForTests extends AppContext {
  setNow(epochMs: number): void
  advance(ms: number): void
}

/** The clock stands at noon on 1 April 2026 in Tokyo until it is moved. */
export const contextForTests = (db: Kysely<Schema>, parts: Partial<AppContext> = {}): ContextForTests => {
  let clock = Date.UTC(2026, 3, 1, 3)
  let ids = 0
  return {
    ...servicesForTests(db),
    now: () => clock,
    newId: () => {
      ids += 1
      return `id-${ids}`
    },
    ...parts,
    setNow: (epochMs) => {
      clock = epochMs
    },
    advance: (ms) => {
      clock += ms
    },
  }
}
