import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { createSqliteDriver } from './sqlite-driver.ts'
import type { SqliteFile } from './sqlite-file.ts'

/**
 * What Kysely may count on. The shipped adapter holds back both: it has one connection for everything, and leaves
 * migrations outside of a transaction.
 */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's dialect over `node:sqlite` and an open database file. */
export const sqliteDialect = (file: SqliteFile): Dialect => ({
  createAdapter: () => new NodeSqliteAdapter(),
  createDriver: () => createSqliteDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
