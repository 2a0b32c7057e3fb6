import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { createLog } from '../log.ts'
import { type AppDatabase, openDatabase } from './open-database.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

const using = async (work: (database: AppDatabase, logged: string[]) => Promise<void>) => {
  const logged: string[] = []
  const log = createLog('info', (line) => logged.push(line), Date.now)
  const database = await openDatabase({ ...(await places.migrated()), log })
  try {
    await work(database, logged)
  } finally {
    await database.close()
  }
}

test('every wait on the server has its limit', () =>
  using(async ({ db }) => {
    const { rows } = await sql`
      select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'application_name') order by name
    `.execute(db)
    expect(rows).toEqual([
      { name: 'application_name', setting: 'nuno-square' },
      { name: 'idle_in_transaction_session_timeout', setting: '10000' },
      { name: 'lock_timeout', setting: '2000' },
      { name: 'statement_timeout', setting: '5000' },
    ])
  }))

test('a connection that the server ends while idle is reported and replaced', () =>
  using(async ({ db }, logged) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const other = await openDatabase(await places.empty())
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
    await other.close()

    await expect.poll(() => logged.join('')).toContain('database connection lost')
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  }))
