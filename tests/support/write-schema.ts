// npm run schema: writes db/schema.sql anew, from a SQLite and a PostgreSQL database that were migrated for it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../../app/server/database/migrate.ts'
import { type DatabaseSettings, openDatabase } from '../../app/server/database/open-database.ts'
import { silentLog } from '../../app/server/log.ts'
import { memoryFolder } from './memory-folder.ts'
import { startPostgresCluster } from './postgres-cluster.ts'
import { type SchemaLines, schemaLines, schemaText } from './schema-text.ts'

const schemaOf = async (settings: DatabaseSettings): Promise<SchemaLines> => {
  const database = await openDatabase(settings)
  try {
    await migrate(database)
    return await schemaLines(database.db)
  } finally {
    await database.close()
  }
}

const dataDir = await mkdtemp(join(memoryFolder(), 'shop-schema-'))
const cluster = await startPostgresCluster()
try {
  const sqlite = await schemaOf({ dataDir, log: silentLog })
  const postgres = await schemaOf({ dataDir, databaseUrl: cluster.url('postgres'), log: silentLog })
  await writeFile(new URL('../../db/schema.sql', import.meta.url), schemaText(sqlite, postgres))
} finally {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
}
