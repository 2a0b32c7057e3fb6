import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { toSqliteValue } from './sqlite-connection.ts'

interface ProbeTable {
  id: number
  time: number | null
  flag: number | null
  note: string | null
}

const withProbe = async (db: Kysely<Schema>) => {
  await db.schema
    .createTable('probe')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('time', 'bigint')
    .addColumn('flag', 'integer')
    .addColumn('note', 'text')
    .execute()
  return db.withTables<{ probe: ProbeTable }>()
}

onBothEngines('values', (open) => {
  test.each([
    { id: 1, time: null, flag: null, note: null },
    { id: 0, time: -1, flag: 0, note: '' },
    { id: Number.MAX_SAFE_INTEGER, time: Number.MIN_SAFE_INTEGER, flag: 1, note: "がま口 '巾着' 𠮷\n" },
  ])('come back as they were: %o', async (row) => {
    const db = await withProbe((await open()).db)
    await db.insertInto('probe').values(row).execute()

    const found = await db.selectFrom('probe').selectAll().execute()

    expect(found).toStrictEqual([row])
  })

  test('counts and sums are numbers, and dividing whole numbers gives a whole number', async () => {
    const db = await withProbe((await open()).db)
    await db
      .insertInto('probe')
      .values([
        { id: 1, time: 5, flag: 0 },
        { id: 2, time: 2, flag: 1 },
      ])
      .execute()

    const found = await db
      .selectFrom('probe')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('time').as('sum')])
      .select(sql<number>`max(time) / ${2}`.as('half'))
      .execute()

    expect(found).toStrictEqual([{ count: 2, sum: 7, half: 2 }])
  })

  test('a number too large for JavaScript is refused rather than rounded', async () => {
    const db = await withProbe((await open()).db)
    await sql`insert into probe (id) values (9007199254740993)`.execute(db)

    await expect(db.selectFrom('probe').selectAll().execute()).rejects.toThrow(RangeError)
  })
})

test.each([
  [true, 1n],
  [false, 0n],
  [7, 7n],
  [0.5, 0.5],
  [12n, 12n],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('SQLite takes %o as %o', (given, bound) => {
  expect(toSqliteValue(given)).toBe(bound)
})

test.each([[undefined], [{ a: 1 }], [['a']], [() => 1]])('SQLite is never given %o', (given) => {
  expect(() => toSqliteValue(given)).toThrow(TypeError)
})
