import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely'
import { SnakeCaseSqliteCompiler } from './camel-case.ts'
import type { SqliteConnection, SqliteRow } from './sqlite-connection.ts'
import { retryWhileBusy, type SqliteFile } from './sqlite-file.ts'
import { Moments, type TellsMoments } from './until-written.ts'

const changesRows = /^\s*(insert|update|delete|replace|with)\b/i
const startsWithSelect = /^\s*select\b/i

/** In SQLite a statement that begins with `select` never writes. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && startsWithSelect.test(sql))

const isInsert = ({ query }: CompiledQuery) => query.kind === 'InsertQueryNode'

/** Only for statements that change rows: SQLite keeps the last count for others. */
const execute = (connection: SqliteConnection, query: CompiledQuery): QueryResult<SqliteRow> => {
  const { sql, parameters } = query
  const changing = changesRows.test(sql) && !isRead(query)
  if (connection.givesRows(sql)) {
    const rows = connection.rows(sql, parameters)
    return changing ? { rows, numAffectedRows: BigInt(rows.length) } : { rows }
  }
  const { changes, lastInsertRowid } = connection.run(sql, parameters)
  if (!changing) return { rows: [] }
  const numAffectedRows = BigInt(changes)
  return isInsert(query) && numAffectedRows > 0n
    ? { rows: [], numAffectedRows, insertId: BigInt(lastInsertRowid) }
    : { rows: [], numAffectedRows }
}

const noNesting = () => new Error('begin a transaction through db.transaction(), not as a statement')

/** In a transaction all statements go to the writer, which it owns; otherwise each goes to writer or reader. */
class SqliteSession implements DatabaseConnection {
  readonly #file: SqliteFile
  #owned: { readonly connection: SqliteConnection; readonly release: () => void } | undefined

  constructor(file: SqliteFile) {
    this.#file = file
  }

  async begin(): Promise<void> {
    const { writer, writes, waitLimitMs, checkWrite } = this.#file
    const release = await writes.acquire()
    try {
      await retryWhileBusy(() => writer.exec('begin immediate'), waitLimitMs)
      checkWrite()
    } catch (error) {
      if (writer.inTransaction) writer.exec('rollback')
      release()
      throw error
    }
    this.#owned = { connection: writer, release }
  }

  /** When the commit throws, the transaction is still open and can be rolled back. */
  async commit(): Promise<void> {
    this.#owned?.connection.exec('commit')
    this.rollback()
  }

  rollback(): void {
    const owned = this.#owned
    this.#owned = undefined
    try {
      if (owned?.connection.inTransaction) owned.connection.exec('rollback')
    } finally {
      owned?.release()
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
  async executeQuery(query: CompiledQuery): Promise<QueryResult<SqliteRow>> {
    if (this.#owned) return execute(this.#owned.connection, query)
    return isRead(query) ? execute(this.#file.reader, query) : this.#writeAlone(query)
  }

  async #writeAlone(query: CompiledQuery): Promise<QueryResult<SqliteRow>> {
    const { writer, writes, waitLimitMs, checkWrite } = this.#file
    const release = await writes.acquire()
    const checkAndExecute = () => {
      checkWrite()
      return execute(writer, query)
    }
    try {
      const result = await retryWhileBusy(checkAndExecute, waitLimitMs)
      if (!writer.inTransaction) return result
      writer.exec('rollback')
      throw noNesting()
    } finally {
      release()
    }
  }

  streamQuery(): never {
    throw new Error('this dialect does not stream')
  }
}

const sessionOf = (connection: DatabaseConnection): SqliteSession => {
  if (!(connection instanceof SqliteSession)) throw new TypeError('not a connection of this driver')
  return connection
}

/** Kysely reports failed queries, but not a failed begin or commit. */
const telling = (task: Promise<void>, onFailure: (error: unknown) => void): Promise<void> =>
  task.catch((error: unknown) => {
    onFailure(error)
    throw error
  })

const driverOver = (file: SqliteFile, onFailure: (error: unknown) => void): Driver => ({
  init: async () => {},
  acquireConnection: async () => new SqliteSession(file),
  beginTransaction: (connection) => telling(sessionOf(connection).begin(), onFailure),
  commitTransaction: (connection) => telling(sessionOf(connection).commit(), onFailure),
  rollbackTransaction: async (connection) => sessionOf(connection).rollback(),
  releaseConnection: async (connection) => sessionOf(connection).rollback(),
  destroy: () => file.close(),
})

/** Kysely's adapter assumes one connection for everything and migrates outside a transaction. */
class NodeSqliteAdapter extends SqliteAdapter implements TellsMoments {
  readonly moments: Moments
  constructor({ reader }: SqliteFile) {
    super()
    this.moments = new Moments(async () => {
      try {
        return Number(reader.rows('pragma data_version', [])[0]?.data_version)
      } catch {
        // The query that follows tells of what is wrong, to those who watch queries too.
        return null
      }
    })
  }
  override get supportsMultipleConnections(): boolean {
    return true
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Why a dialect of our own: docs/decisions/0001. `onFailure` hears of each begin and commit that fails. */
export const sqliteDialect = (file: SqliteFile, onFailure: (error: unknown) => void): Dialect => ({
  createAdapter: () => new NodeSqliteAdapter(file),
  createDriver: () => driverOver(file, onFailure),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SnakeCaseSqliteCompiler(),
})
