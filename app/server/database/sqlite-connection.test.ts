import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { openSqliteConnection } from './sqlite-connection.ts'

afterEach(() => vi.restoreAllMocks())

test('the same text is prepared once, also after a migration has changed its table', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const connection = openSqliteConnection(':memory:', 'create table t (a integer); insert into t values (1)')

  expect(connection.rows('select * from t where a = ?', [1])).toStrictEqual([{ a: 1 }])
  connection.exec("alter table t add column b text default 'x'")
  expect(connection.rows('select * from t where a = ?', [1])).toStrictEqual([{ a: 1, b: 'x' }])

  expect(prepare).toHaveBeenCalledTimes(1)
  connection.close()
})

test('the statements used least are dropped, not those in use', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const connection = openSqliteConnection(':memory:', '')
  const inUse = 'select 0 as zero'
  for (let i = 1; i <= 1_000; i++) {
    connection.rows(`select ${i}`, [])
    connection.rows(inUse, [])
  }
  expect(prepare.mock.calls.filter(([sql]) => sql === inUse)).toHaveLength(1)
  prepare.mockClear()

  connection.rows('select 1000', [])
  connection.rows('select 1', [])

  expect(prepare.mock.calls).toEqual([['select 1']])
  connection.close()
})
