import {
  createQueryId,
  type DatabaseConnection,
  type Driver,
  IdentifierNode,
  type QueryCompiler,
  RawNode,
  type TransactionSettings,
} from 'kysely'
import type { SqliteFile } from './sqlite-file.ts'
import { SqliteSession } from './sqlite-session.ts'

const sessionOf = (connection: DatabaseConnection): SqliteSession => {
  if (!(connection instanceof SqliteSession)) throw new TypeError('not a connection of this driver')
  return connection
}

const savepointCommand =
  (command: string) =>
  async (connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) => {
    const node = RawNode.createWithChildren([
      RawNode.createWithSql(`${command} `),
      IdentifierNode.create(name),
    ])
    await connection.executeQuery(compile(node, createQueryId()))
  }

/** Kysely's driver over an open database file; the file stays the caller's to close. */
export const createSqliteDriver = (file: SqliteFile): Driver => ({
  init: async () => {},
  acquireConnection: async () => new SqliteSession(file),
  beginTransaction: (connection, settings: TransactionSettings) =>
    settings.accessMode === 'read only'
      ? sessionOf(connection).beginReadOnly()
      : sessionOf(connection).begin(),
  commitTransaction: (connection) => sessionOf(connection).commit(),
  rollbackTransaction: async (connection) => sessionOf(connection).rollback(),
  savepoint: savepointCommand('savepoint'),
  rollbackToSavepoint: savepointCommand('rollback to'),
  releaseSavepoint: savepointCommand('release'),
  releaseConnection: async (connection) => sessionOf(connection).rollback(),
  destroy: () => file.close(),
})
