import { WritesRefused } from './write-guard.ts'

const postgresContention = new Set([
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '40001', // serialization_failure
])

const sqliteBusy = 5 // SQLITE_BUSY; the low byte of its extended codes

const codeOf = (error: unknown, field: 'code' | 'errcode'): unknown =>
  error instanceof Error ? Reflect.get(error, field) : undefined

/** SQLite refused because another process holds the file; nothing was done, so a retry is safe. */
export const isSqliteBusy = (error: unknown): boolean => {
  const errcode = codeOf(error, 'errcode')
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteBusy
}

/** PostgreSQL ended the transaction because of another one; nothing was done, so a retry is safe. */
export const isContention = (error: unknown): boolean => postgresContention.has(String(codeOf(error, 'code')))

export const isDivisionByZero = (error: unknown): boolean => codeOf(error, 'code') === '22012'

const sqliteFull = 13 // SQLITE_FULL

/** A write found no room. */
export const isDiskFull = (error: unknown): boolean => {
  const errcode = codeOf(error, 'errcode')
  return (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull) || codeOf(error, 'code') === '53100'
}

const sqliteConstraintUnique = 2067
const postgresUniqueViolation = '23505'

/** A row would have stood twice; on PostgreSQL the transaction cannot go on. */
export const isUniqueViolation = (error: unknown): boolean =>
  codeOf(error, 'errcode') === sqliteConstraintUnique || codeOf(error, 'code') === postgresUniqueViolation

/** Why a read failed, as far as a shopper may know (P17). */
export type ReadFailure = 'permission denied' | 'unavailable' | 'timeout' | 'other'

const postgresReasons: ReadonlyArray<readonly [RegExp, ReadFailure]> = [
  [/^(?:42501|28.{3})$/, 'permission denied'],
  [/^(?:08.{3}|57P0[1-5]|53.{3}|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/, 'unavailable'],
  [/^(?:57014|ETIMEDOUT)$/, 'timeout'],
]

// Low bytes of SQLite's codes: PERM 3, BUSY 5, LOCKED 6, READONLY 8, IOERR 10, FULL 13, CANTOPEN 14, AUTH 23.
const sqliteReasons = new Map<number, ReadFailure>([
  [3, 'permission denied'],
  [5, 'unavailable'],
  [6, 'unavailable'],
  [8, 'permission denied'],
  [10, 'unavailable'],
  [13, 'unavailable'],
  [14, 'permission denied'],
  [23, 'permission denied'],
])

export const readFailureOf = (error: unknown): ReadFailure => {
  if (!(error instanceof Error)) return 'other'
  if (error instanceof WritesRefused) return 'unavailable'
  const errcode: unknown = Reflect.get(error, 'errcode')
  if (typeof errcode === 'number') return sqliteReasons.get(errcode & 0xff) ?? 'other'
  const code: unknown = Reflect.get(error, 'code')
  if (typeof code === 'string') return postgresReasons.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
  return /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/i.test(
    error.message,
  )
    ? 'unavailable'
    : 'other'
}

/** The database did not answer, or not in time: what was asked was not at fault. */
export const isDatabaseAway = (error: unknown): boolean =>
  ['unavailable', 'timeout'].includes(readFailureOf(error))
