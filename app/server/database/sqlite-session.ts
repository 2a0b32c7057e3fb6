import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { retryWhileBusy } from './busy-retry.ts'
import type { SqliteConnection, SqliteRow } from './sqlite-connection.ts'
import type { SqliteFile } from './sqlite-file.ts'

const changesRows = /^\s*(insert|update|delete|replace|with)\b/i
const startsWithSelect = /^\s*select\b/i

/** In SQLite a statement that begins with `select` never writes; a raw one that begins with anything else may. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && startsWithSelect.test(sql))

const isInsert = ({ query }: CompiledQuery) => query.kind === 'InsertQueryNode'

/** Runs `query`. Only a statement that can change rows says how many, for SQLite keeps the last number for the others. */
const answer = (connection: SqliteConnection, query: CompiledQuery): QueryResult<SqliteRow> => {
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

/**
 * What Kysely takes for one connection: between transactions it sends each statement where it belongs; in one, all go
 * to the connection that the transaction owns.
 */
export class SqliteSession implements DatabaseConnection {
  readonly #file: SqliteFile
  #owned: { readonly connection: SqliteConnection; readonly giveBack: () => void } | undefined

  constructor(file: SqliteFile) {
    this.#file = file
  }

  /** Begins a transaction that writes: waits for its turn in this process, then for the other processes. */
  async begin(): Promise<void> {
    const { writer, writes, waitLimitMs } = this.#file
    const giveBack = await writes.turn()
    try {
      await retryWhileBusy(() => writer.exec('begin immediate'), waitLimitMs)
    } catch (error) {
      giveBack()
      throw error
    }
    this.#owned = { connection: writer, giveBack }
  }

  /** Begins a transaction that sees the database as it is now and keeps nobody waiting; it cannot write. */
  async beginReadOnly(): Promise<void> {
    const connection = this.#file.openReader()
    connection.exec('begin')
    this.#owned = { connection, giveBack: () => connection.close() }
  }

  /** Commits; when that throws, the transaction is still there to be rolled back. */
  async commit(): Promise<void> {
    this.#owned?.connection.exec('commit')
    this.rollback()
  }

  /** Undoes what is not committed, if anything, and gives the connection back. */
  rollback(): void {
    const owned = this.#owned
    this.#owned = undefined
    try {
      if (owned?.connection.inTransaction) owned.connection.exec('rollback')
    } finally {
      owned?.giveBack()
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
  async executeQuery(query: CompiledQuery): Promise<QueryResult<SqliteRow>> {
    if (this.#owned) return answer(this.#owned.connection, query)
    return isRead(query) ? answer(this.#file.reader, query) : this.#writeAlone(query)
  }

  async #writeAlone(query: CompiledQuery): Promise<QueryResult<SqliteRow>> {
    const { writer, writes, waitLimitMs } = this.#file
    const giveBack = await writes.turn()
    try {
      const result = await retryWhileBusy(() => answer(writer, query), waitLimitMs)
      if (!writer.inTransaction) return result
      writer.exec('rollback')
      throw noNesting()
    } finally {
      giveBack()
    }
  }

  /** One row a chunk. Outside a transaction on a connection of its own, which sees one state of the database throughout. */
  streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>>
  async *streamQuery(query: CompiledQuery): AsyncIterableIterator<QueryResult<SqliteRow>> {
    if (!isRead(query)) throw new Error('only a select can be streamed')
    const own = this.#owned ? undefined : this.#file.openReader()
    const connection = this.#owned?.connection ?? own
    try {
      for (const row of connection?.iterate(query.sql, query.parameters) ?? []) yield { rows: [row] }
    } finally {
      own?.close()
    }
  }
}
