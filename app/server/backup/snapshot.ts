import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { copyTables } from '../data-copy/copy-tables.ts'
import { type DatabaseSettings, openDatabase, sqliteFileName } from '../database/open-database.ts'
import { withinSnapshot } from '../database/snapshot.ts'
import { openSqliteConnection } from '../database/sqlite-connection.ts'
import { inTransaction } from '../database/transaction.ts'
import { silentLog } from '../log.ts'

interface SnapshotSteps {
  readonly rebuildSearch: (trx: Transaction<Schema>) => Promise<void>
  readonly onRows: (table: string, rows: number) => void
  readonly signal: AbortSignal
}

/** Writes the database of one moment to `folder` as a SQLite file, while the shop writes on (D20); gives its path. */
export const takeSnapshot = async (
  settings: DatabaseSettings,
  folder: string,
  steps: SnapshotSteps,
): Promise<string> => {
  const path = join(folder, sqliteFileName)
  if (settings.databaseUrl === undefined) copyFile(join(settings.dataDir, sqliteFileName), path)
  else await copyFromPostgres(settings, folder, steps)
  return path
}

/** Blocks no writer in WAL mode, but does block this process, which must not be the shop's. */
const copyFile = (from: string, to: string): void => {
  const connection = openSqliteConnection(from, 'pragma busy_timeout = 5000;')
  try {
    connection.run('vacuum into ?', [to])
  } finally {
    connection.close()
  }
}

const copyFromPostgres = async (
  settings: DatabaseSettings,
  folder: string,
  { rebuildSearch, ...steps }: SnapshotSteps,
): Promise<void> => {
  const source = await openDatabase(settings)
  const target = await openDatabase({ dataDir: folder, log: silentLog })
  try {
    await withinSnapshot(source.db, (snapshot) =>
      inTransaction({ db: target.db, log: silentLog }, async (trx) => {
        await copyTables(snapshot, trx, steps)
        await rebuildSearch(trx)
      }),
    )
  } finally {
    await target.close()
    await source.close()
  }
}
