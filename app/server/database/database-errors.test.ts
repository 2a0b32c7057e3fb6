import { expect, test } from 'vitest'
import { isContention, isDiskFull, isSqliteBusy, isUniqueViolation } from './database-errors.ts'

/** Classes 08 to 58 of PostgreSQL's appendix A, with what it lists of them. */
const sqlstates = `
08000 08003 08006 08001 08004 08007 08P01 0A000 21000 22000 22001 22003 22007 22012 22021 22P02 23000 23001 23502 23503
23505 23514 23P01 24000 25000 25001 25006 25P01 25P02 25P03 25P04 26000 28000 28P01 2D000 34000 3D000 3F000 40000 40002
40001 40003 40P01 42000 42601 42501 42P01 42703 53000 53100 53200 53300 53400 54000 54001 55000 55006 55P02 55P03 55P04
57000 57014 57P01 57P02 57P03 57P04 57P05 58000 58030 XX000 XX001`
  .trim()
  .split(/\s+/)
const meant = (check: (error: unknown) => boolean) =>
  sqlstates.filter((code) => check(Object.assign(new Error(), { code })))

test('of all codes of PostgreSQL a deadlock, a lock that took too long and a failed serialization are tried again', () => {
  expect(meant(isContention).toSorted()).toEqual(['40001', '40P01', '55P03'])
})

test('of all codes of PostgreSQL one each says that the disk is full and that a row stood twice', () => {
  expect(meant(isDiskFull)).toEqual(['53100'])
  expect(meant(isUniqueViolation)).toEqual(['23505'])
})

test('of all codes of SQLite those of a busy file and a full disk are taken for it, extended ones too', () => {
  const codes = Array.from({ length: 28 }, (_, code) => [code, code + 256, code + 512]).flat()
  const of = (check: (error: unknown) => boolean) =>
    codes.filter((errcode) => check(Object.assign(new Error(), { errcode })))
  expect(of(isSqliteBusy)).toEqual([5, 261, 517])
  expect(of(isDiskFull)).toEqual([13, 269, 525])
})
