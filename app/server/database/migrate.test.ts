import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { allMigrations } from '../../../db/migrations/all-migrations.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { killAfter, outputOf, startDatabaseProcess } from '../../../tests/support/database-process.ts'
import { silentLog } from '../log.ts'
import { rememberShopState } from '../shop-state.ts'
import { migrate, schemaVersionOf } from './migrate.ts'
import { type AppDatabase, type DatabaseSettings, openDatabase } from './open-database.ts'
import { liftLimits } from './snapshot.ts'
import { inTransaction } from './transaction.ts'

const using = async <T>(
  settings: DatabaseSettings,
  task: (database: AppDatabase) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase(settings)
  try {
    return await task(database)
  } finally {
    await database.close()
  }
}

const tableNames = ({ db }: AppDatabase) =>
  db.introspection.getTables().then((tables) => tables.map(({ name }) => name))

const names = Object.keys(allMigrations)
const leftOverTable: Migration = {
  up: ({ schema }) => schema.createTable('left_over').addColumn('id', 'integer').execute(),
}

onBothEngines('migrations', (_open, places) => {
  test('run once, in the order of their names', async () => {
    await using(await places.empty(), async (database) => {
      expect(await migrate(database)).toEqual(names)
      expect(await migrate(database)).toEqual([])
      expect(await tableNames(database)).toContain('shop_state')
    })
  })

  const leftOver = leftOverTable.up
  const failures: [string, string, Migration['up']][] = [
    ['thrown by itself', 'cannot go on', () => Promise.reject(new Error('cannot go on'))],
    ['from the database', 'already exists', leftOver],
  ]
  test.each(failures)(
    'a failure %s is told as it is and leaves the old schema',
    async (_from, message, fail) => {
      await using(await places.empty(), async (database) => {
        const failing: Migration = {
          up: async (db) => {
            await leftOver(db)
            await fail(db)
          },
        }
        await expect(migrate(database, { ...allMigrations, '9999-failing': failing })).rejects.toThrow(
          message,
        )
        expect(await tableNames(database)).toEqual([])
        expect(await migrate(database)).toEqual(names)
      })
    },
  )

  test('data of a newer program are refused in one sentence, and left as they are', async () => {
    await using(await places.empty(), async (database) => {
      const newer: Migration = { up: ({ schema }) => schema.createTable('of_tomorrow').execute() }
      await migrate(database, { ...allMigrations, '9999-of-tomorrow': { up: async () => {} } }, 9_999)
      await expect(migrate(database)).rejects.toMatchObject({
        problems: [expect.stringMatching(/このプログラムより新しい版（9999-of-tomorrow）/)],
      })
      await expect(migrate(database, { ...allMigrations, '9998-mine': newer })).rejects.toThrow(
        /9999-of-tomorrow/,
      )
      expect(await tableNames(database)).not.toContain('of_tomorrow')
    })
  })

  test('D51: a schema that is only wider is taken as it is, until a later release takes something away', async () => {
    await using(await places.empty(), async (database) => {
      const wider = { ...allMigrations, '9998-wider': { up: async () => {} } }
      await migrate(database, wider)
      expect(await migrate(database)).toEqual([])
      await expect(migrate(database, { ...allMigrations, '9997-mine': leftOverTable })).rejects.toThrow(
        /9998/,
      )
      await migrate(database, { ...wider, '9999-taken-away': { up: async () => {} } }, 9_998)
      await expect(migrate(database)).rejects.toThrow(/migration 9998-wider, which/)
      expect(await migrate(database, wider)).toEqual([])
      // A later release that only adds does not admit again a program that an earlier one shut out.
      await migrate(database, {
        ...wider,
        '9999-taken-away': { up: async () => {} },
        '9999-wider-again': { up: async () => {} },
      })
      await expect(migrate(database)).rejects.toThrow(/9998/)
    })
  })

  test('killed in the middle of one, the old schema stands and the next start migrates', async () => {
    const settings = await places.empty()
    const lines = await killAfter(startDatabaseProcess('migrate-halfway', settings), (said) =>
      said.includes('halfway'),
    )
    expect(lines).toEqual(['halfway'])

    await using(settings, async (database) => {
      expect(await tableNames(database)).toEqual([])
      expect(await migrate(database)).toEqual(names)
    })
  })

  test('S15: mails of an older version keep their names and words, and say what opens an order', async () => {
    await using(await places.empty(), async (database) => {
      const before = Object.fromEntries(Object.entries(allMigrations).filter(([name]) => name < '0012'))
      await migrate(database, before)
      for (const kind of ['order_confirmation', 'order_shipped', 'owner_paid'])
        await sql`insert into mail values (${kind}, ${kind}, 'order-1', 'order-1', 'a@example.com', 's', 't', 'h',
          ${`<${kind}@x>`}, 'queued', 0, 1, 0, null, 1, null)`.execute(database.db)
      await migrate(database)
      const rows = database.db.selectFrom('mail').selectAll().orderBy('kind')
      const kept = {
        subjectKey: 'order-1',
        recipient: 'a@example.com',
        text: 't',
        html: 'h',
        state: 'queued',
      }
      expect(await rows.execute()).toMatchObject([
        { ...kept, kind: 'order_confirmation', holdsToken: 1 },
        { ...kept, kind: 'order_shipped', holdsToken: 1 },
        { ...kept, kind: 'owner_paid', holdsToken: 0 },
      ])
      const again = sql`insert into mail select 'another', kind, subject_key, recipient, subject, text, html, '<y>', state,
        attempts, next_attempt_at, claimed_until, last_error, created_at, sent_at, holds_token, null, null from mail limit 1`
      await expect(again.execute(database.db)).rejects.toThrow(/unique/i)
      expect(Object.keys((await rows.execute())[0] ?? {})).not.toContain('orderId')
    })
  })

  test('two processes that start at once both succeed, and each migration runs once', async () => {
    const settings = await places.empty()
    const outputs = await Promise.all(
      ['migrate', 'migrate'].map(() => outputOf(startDatabaseProcess('migrate', settings))),
    )

    const ran = outputs.flatMap((output): unknown => JSON.parse(output))
    expect(ran).toEqual([...names, '9999-runs-long'])
    await using(settings, async ({ db }) => {
      const rows = await db
        .withTables<{ done_once: { id: number } }>()
        .selectFrom('done_once')
        .selectAll()
        .execute()
      expect(rows).toEqual([{ id: 1 }])
    })
  })

  test('a migration may take longer than a statement of a request', async ({ skip }) => {
    const { databaseUrl, ...settings } = await places.empty()
    if (databaseUrl === undefined) return skip('SQLite has no limits of statements')
    const url = new URL(databaseUrl)
    url.searchParams.set('statement_timeout', '50')
    await using({ ...settings, databaseUrl: url.href }, async (database) => {
      const slow = sql`select pg_sleep(0.2)`
      await expect(slow.execute(database.db)).rejects.toThrow('statement timeout')
      const takesLong: Migration = { up: async (db) => void (await slow.execute(db)) }
      const ran = await migrate(database, { ...allMigrations, '9999-takes-long': takesLong })
      expect(ran).toEqual([...names, '9999-takes-long'])
      await expect(slow.execute(database.db)).rejects.toThrow('statement timeout')
    })
  })

  test('D51: a migration that waits for who reads long, such as a backup, holds up neither readers nor writers', async ({
    skip,
  }) => {
    const settings = await places.migrated()
    if (settings.databaseUrl === undefined) return skip('SQLite has one writer, and readers never wait')
    await using(settings, async (reading) => {
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const longRead = reading.db.transaction().execute(async (trx) => {
        await liftLimits(trx)
        await trx.selectFrom('orders').select('id').execute()
        begun.resolve()
        await mayEnd.promise
      })
      await begun.promise
      await using(settings, async (starting) => {
        const widened: Migration = {
          up: async (db) => void (await sql`alter table orders add column of_tomorrow text`.execute(db)),
        }
        const migrating = migrate(starting, { ...allMigrations, '9999-widened': widened })
        const waits = sql`select 1 from pg_locks where not granted and relation = 'orders'::regclass`
        await expect.poll(async () => (await waits.execute(reading.db)).rows.length).toBe(1)
        reading.keepTo(schemaVersionOf(allMigrations))
        await Promise.all([
          reading.db.selectFrom('orders').select('id').execute(),
          inTransaction({ db: reading.db, log: silentLog }, (trx) => rememberShopState(trx, 'demo', '1')),
        ]).finally(mayEnd.resolve)
        await longRead
        expect(await migrating).toEqual(['9999-widened'])
      })
    })
  })

  test('a commit that was answered survives the death of its process', async () => {
    const settings = await places.migrated()
    const acknowledged = await killAfter(
      startDatabaseProcess('write-on-and-on', settings),
      ({ length }) => length >= 50,
    )

    const kept = await using(settings, ({ db }) => db.selectFrom('shopState').select('key').execute())
    const keys = new Set(kept.map(({ key }) => key))
    expect(acknowledged.length).toBeGreaterThanOrEqual(50)
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([])
  })
})
