import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { freePort } from '../../../tests/support/free-port.ts'
import { readFailureOf } from './database-errors.ts'

const thrownBy = async (task: () => unknown): Promise<unknown> => {
  try {
    await task()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const onPostgres = async (sql: readonly string[], address = inject('postgresUrl')) => {
  const client = new pg.Client({ connectionString: address })
  try {
    await client.connect()
    for (const statement of sql) await client.query(statement)
  } finally {
    await client.end()
  }
}

test('P17: PostgreSQL says why a read failed', async () => {
  const role = `nobody_${process.pid}`
  const forbidden = [
    `create role ${role}`,
    'create table if not exists read_failure_t (id int)',
    `set role ${role}`,
    'select * from read_failure_t',
  ]
  expect(readFailureOf(await thrownBy(() => onPostgres(forbidden)))).toBe('permission denied')
  await onPostgres([`drop role ${role}`, 'drop table read_failure_t'])

  const slow = ['set statement_timeout = 10', 'select pg_sleep(5)']
  expect(readFailureOf(await thrownBy(() => onPostgres(slow)))).toBe('timeout')
  expect(readFailureOf(await thrownBy(() => onPostgres(['select * from no_such_table'])))).toBe('other')
})

test('P17: a database that does not answer is unavailable', async () => {
  const nowhere = `postgres://127.0.0.1:${await freePort()}/shop`
  expect(readFailureOf(await thrownBy(() => onPostgres([], nowhere)))).toBe('unavailable')
})

test('P17: SQLite says why a read failed', async () => {
  expect(readFailureOf(await thrownBy(() => new DatabaseSync('/no/such/folder/shop.sqlite')))).toBe(
    'permission denied',
  )
  const db = new DatabaseSync(':memory:')
  expect(readFailureOf(await thrownBy(() => db.prepare('select * from no_such_table')))).toBe('other')
})

test('P17: whatever else is thrown is other', () => {
  expect([readFailureOf('text'), readFailureOf(new Error('no')), readFailureOf(null)]).toEqual([
    'other',
    'other',
    'other',
  ])
})
