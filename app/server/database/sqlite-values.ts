import type { SQLInputValue } from 'node:sqlite'

/**
 * `value` as SQLite takes it. Flags become 1 and 0 and a Date its ISO text. Whole numbers are bound as integers, for
 * `node:sqlite` binds every number as a fraction and `7 / 2` would be 3.5 here and 3 on PostgreSQL. Throws a TypeError
 * on anything else, `undefined` above all: the driver would write null, or take an object for named parameters.
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
