const sqliteUnique = new Set([
  1555, // SQLITE_CONSTRAINT_PRIMARYKEY
  2067, // SQLITE_CONSTRAINT_UNIQUE
  2579, // SQLITE_CONSTRAINT_ROWID
])
const postgresUnique = '23505'

const postgresContention = new Set([
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '40001', // serialization_failure
])

const sqliteBusy = 5 // SQLITE_BUSY; the low byte of its extended codes

const codeOf = (error: unknown, field: 'code' | 'errcode'): unknown =>
  error instanceof Error ? Reflect.get(error, field) : undefined

/**
 * Whether `error` says that a row with this key is there already, on either engine. PostgreSQL has then given up the
 * transaction, so ask outside of it; inside one, use `on conflict do nothing` and look at the number of rows.
 */
export const isUniqueViolation = (error: unknown): boolean => {
  const errcode = codeOf(error, 'errcode')
  return (
    codeOf(error, 'code') === postgresUnique || (typeof errcode === 'number' && sqliteUnique.has(errcode))
  )
}

/** Whether SQLite refused because another process holds the file for a moment; nothing was done, so it may be tried again. */
export const isSqliteBusy = (error: unknown): boolean => {
  const errcode = codeOf(error, 'errcode')
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy
}

/** Whether PostgreSQL ended a transaction because it stood in another's way; nothing was done, so it may be tried again. */
export const isContention = (error: unknown): boolean => postgresContention.has(String(codeOf(error, 'code')))
