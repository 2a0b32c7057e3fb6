import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'

const keptStatements = 500

export type SqliteRow = Record<string, SQLOutputValue>

export interface SqliteConnection {
  /** Throws a RangeError for whole numbers beyond 2^53. */
  rows(sql: string, parameters: readonly unknown[]): SqliteRow[]
  run(
    sql: string,
    parameters: readonly unknown[],
  ): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  /** Also true for a write with `returning`. */
  givesRows(sql: string): boolean
  exec(sql: string): void
  readonly inTransaction: boolean
  close(): void
}

interface PreparedStatement {
  readonly statement: StatementSync
  readonly givesRows: boolean
  columnNames: readonly string[]
}

/** Evicts the least recently used: each length of a list of values makes a new text. */
const createStatementCache = (database: DatabaseSync, limit: number) => {
  const kept = new Map<string, PreparedStatement>()
  return (sql: string): PreparedStatement => {
    const known = kept.get(sql)
    const statement = known ?? prepareForArrays(database, sql)
    if (known) kept.delete(sql)
    kept.set(sql, statement)
    if (kept.size > limit)
      for (const oldest of kept.keys()) {
        kept.delete(oldest)
        break
      }
    return statement
  }
}

/** `node:sqlite` gives rows without a prototype, and copying those costs more than building them from arrays. */
const prepareForArrays = (database: DatabaseSync, sql: string): PreparedStatement => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const columnNames = columnNamesOf(statement)
  const givesRows = columnNames.length > 0
  // A full-text index's row id soon exceeds 2^53, and as a number it would make `run` throw after the write.
  if (!givesRows) statement.setReadBigInts(true)
  return { statement, givesRows, columnNames }
}

const isValues = (row: unknown): row is SQLOutputValue[] => Array.isArray(row)

const toRow = (names: readonly string[], values: unknown): SqliteRow => {
  if (!isValues(values)) throw new TypeError('a row is not a list of values')
  const row: SqliteRow = {}
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    const value = values[i]
    if (name !== undefined && value !== undefined) row[name] = value
  }
  return row
}

const columnNamesOf = (statement: StatementSync) => statement.columns().map((column) => column.name)

/**
 * Integers become bigint: `node:sqlite` binds numbers as fractions, so 7 / 2 would be 3.5, but 3 on PostgreSQL.
 * Throws a TypeError for unknown types: the driver would write null for undefined, and take an object for named parameters.
 */
export const toSqliteValue = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (value instanceof Uint8Array) return value
  if (value instanceof Date) return value.toISOString()
  throw new TypeError(
    `a query parameter cannot be ${value === undefined ? 'undefined' : `a ${typeof value}`}`,
  )
}

export const openSqliteConnection = (file: string, settings: string): SqliteConnection => {
  const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
  const statementFor = createStatementCache(database, keptStatements)
  try {
    database.exec(settings)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    rows: (sql, parameters) => {
      const prepared = statementFor(sql)
      const lists = prepared.statement.all(...parameters.map(toSqliteValue))
      const [first] = lists
      // A migration changed the table of a `select *`; asking for columns each time costs as much as a small query.
      if (isValues(first) && first.length !== prepared.columnNames.length)
        prepared.columnNames = columnNamesOf(prepared.statement)
      return lists.map((values) => toRow(prepared.columnNames, values))
    },
    run: (sql, parameters) => statementFor(sql).statement.run(...parameters.map(toSqliteValue)),
    givesRows: (sql) => statementFor(sql).givesRows,
    exec: (sql) => database.exec(sql),
    get inTransaction() {
      return database.isTransaction
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}
