import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { engineOf } from './engine.ts'

onBothEngines('writes', (open, { engine }) => {
  test('say how many rows they changed', async () => {
    const { db } = await open()
    const insert = db.insertInto('shopState').values([
      { key: 'a', value: '1' },
      { key: 'b', value: '1' },
    ])
    expect((await insert.executeTakeFirst()).numInsertedOrUpdatedRows).toBe(2n)
    expect((await db.updateTable('shopState').set({ value: '2' }).executeTakeFirst()).numUpdatedRows).toBe(2n)
    const noMatch = db.updateTable('shopState').set({ value: '3' }).where('key', '=', 'c')
    expect((await noMatch.executeTakeFirst()).numUpdatedRows).toBe(0n)
    const again = insert.onConflict((conflict) => conflict.column('key').doNothing())
    expect((await again.executeTakeFirst()).numInsertedOrUpdatedRows).toBe(0n)
    const remove = db.deleteFrom('shopState').where('key', '=', 'a')
    expect((await remove.executeTakeFirst()).numDeletedRows).toBe(1n)
  })

  test('give rows back with returning, and those rows are there', async () => {
    const { db } = await open()
    const inserted = await db
      .insertInto('shopState')
      .values({ key: 'a', value: '1' })
      .returningAll()
      .execute()
    const update = db.updateTable('shopState').set({ value: '2' }).returning('value')
    const updated = await db.executeQuery(update.compile())

    expect(inserted).toStrictEqual([{ key: 'a', value: '1' }])
    expect(updated).toMatchObject({ rows: [{ value: '2' }], numAffectedRows: 1n })
    expect(await db.selectFrom('shopState').selectAll().execute()).toStrictEqual([{ key: 'a', value: '2' }])
  })

  test('in plain SQL reach the writer, and plain selects wait for nobody', async () => {
    const { db } = await open()
    const written = await sql`insert into shop_state values ('a', '1')`.execute(db)
    const widened = await sql`create table wide (id integer)`.execute(db)
    const found = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('shopState').execute()
      return sql`select key from shop_state`.execute(db)
    })

    expect(written.numAffectedRows).toBe(1n)
    expect(widened.numAffectedRows).toBeUndefined()
    expect(found.rows).toStrictEqual([{ key: 'a' }])
  })

  test('the engine is known from a connection and from a transaction', async () => {
    const { db } = await open()
    expect(engineOf(db)).toBe(engine)
    expect(await db.transaction().execute(async (trx) => engineOf(trx))).toBe(engine)
  })
})
