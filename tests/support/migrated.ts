import { migrate } from '../../app/server/database/migrate.ts'
import { type DatabaseSettings, openDatabase } from '../../app/server/database/open-database.ts'

/** Migrates the empty database that `settings` name, closes it, and gives them back. */
export const migrated = async (settings: DatabaseSettings): Promise<DatabaseSettings> => {
  const database = await openDatabase(settings)
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  return settings
}
