import { parseArgs } from 'node:util'
import type { Migration } from 'kysely/migration'
import { migrate } from '../../app/server/database/migrate.ts'
import { openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { allMigrations } from '../../db/migrations/all-migrations.ts'

/** For tests that kill a process, or start two at once: `node database-child.ts <task> --dataDir ...` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dataDir: { type: 'string', default: '/nowhere' }, databaseUrl: { type: 'string' } },
})

const say = (line: string) => process.stdout.write(`${line}\n`)
const forever = () => new Promise<never>(() => setInterval(() => {}, 60_000))

const stopsHalfway: Migration = {
  up: async (db) => {
    await db.schema.createTable('half_done').addColumn('id', 'integer').execute()
    say('halfway')
    await forever()
  },
}

const runsLong: Migration = {
  up: async (db) => {
    await db.schema.createTable('done_once').addColumn('id', 'integer').execute()
    await db.insertInto('done_once').values({ id: 1 }).execute()
    await new Promise((resolve) => setTimeout(resolve, 200))
  },
}

const database = await openDatabase({ ...values, log: silentLog })
const tasks: Record<string, () => Promise<void>> = {
  'migrate-halfway': async () => {
    await migrate(database, { ...allMigrations, '9998-stops-halfway': stopsHalfway })
  },
  migrate: async () => {
    say(JSON.stringify(await migrate(database, { ...allMigrations, '9999-runs-long': runsLong })))
  },
  'write-on-and-on': async () => {
    for (let key = 0; ; key++) {
      await database.db.transaction().execute(async (trx) => {
        await trx
          .insertInto('shopState')
          .values({ key: String(key), value: 'written' })
          .execute()
      })
      say(String(key))
    }
  },
}
await tasks[positionals[0] ?? '']?.()
await database.close()
