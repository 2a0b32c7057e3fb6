import { join } from 'node:path'
import { migrate } from '../../app/server/database/migrate.ts'
import {
  type AppDatabase,
  type DatabaseSettings,
  openDatabase,
} from '../../app/server/database/open-database.ts'

/** The folder of another release: the tests of this one then run on its schema (D51, tests/tests-of-former-release.js). */
const schemaOf = process.env.SCHEMA_OF

const migrateAsAsked = async (database: AppDatabase): Promise<void> => {
  if (schemaOf === undefined) return void (await migrate(database))
  const { allMigrations, writableSince } = await import(join(schemaOf, 'db/migrations/all-migrations.ts'))
  await migrate(database, allMigrations, writableSince)
}

/** Migrates the empty database that `settings` name, closes it, and gives them back. */
export const migrated = async (settings: DatabaseSettings): Promise<DatabaseSettings> => {
  const database = await openDatabase(settings)
  try {
    await migrateAsAsked(database)
  } finally {
    await database.close()
  }
  return settings
}
