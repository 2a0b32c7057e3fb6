import { expect, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { forUpdate } from './engine.ts'
import { openDatabase } from './open-database.ts'

/** A promise and what settles it, to hold a transaction open until the test says so. */
const gate = () => Promise.withResolvers<void>()

onBothEngines('transactions', (open, places) => {
  test('a reader sees the old rows and does not wait while a transaction is open', async () => {
    const { db } = await open()
    await db.insertInto('shopState').values({ key: 'a', value: 'old' }).execute()
    const [written, mayCommit] = [gate(), gate()]
    const writing = db.transaction().execute(async (trx) => {
      await trx.updateTable('shopState').set({ value: 'new' }).execute()
      written.resolve()
      await mayCommit.promise
      return trx.selectFrom('shopState').select('value').executeTakeFirstOrThrow()
    })
    await written.promise

    const during = await Promise.all(
      Array.from({ length: 5 }, () => db.selectFrom('shopState').select('value').executeTakeFirstOrThrow()),
    )
    mayCommit.resolve()

    expect(during.map(({ value }) => value)).toEqual(['old', 'old', 'old', 'old', 'old'])
    expect(await writing).toEqual({ value: 'new' })
    expect(await db.selectFrom('shopState').select('value').execute()).toEqual([{ value: 'new' }])
  })

  test('a transaction that fails leaves nothing, and the next one works', async () => {
    const { db } = await open()
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('shopState').values({ key: 'a', value: '1' }).execute()
      throw new Error('no further')
    })

    await expect(failing).rejects.toThrow('no further')
    await db
      .transaction()
      .execute((trx) => trx.insertInto('shopState').values({ key: 'b', value: '2' }).execute())

    expect(await db.selectFrom('shopState').select('key').execute()).toEqual([{ key: 'b' }])
  })

  test('concurrent transactions on one row lose no step, from one process or from two', async () => {
    const settings = await places.migrated()
    const [one, two] = await Promise.all([openDatabase(settings), openDatabase(settings)])
    await one.db.insertInto('shopState').values({ key: 'count', value: '0' }).execute()
    const step = (db: typeof one.db) =>
      db.transaction().execute(async (trx) => {
        const current = trx.selectFrom('shopState').select('value').$call(forUpdate(trx))
        const { value } = await current.executeTakeFirstOrThrow()
        await trx
          .updateTable('shopState')
          .set({ value: String(Number(value) + 1) })
          .execute()
      })

    await Promise.all(Array.from({ length: 20 }, (_, i) => step(i % 3 === 0 ? one.db : two.db)))

    expect(await one.db.selectFrom('shopState').select('value').execute()).toEqual([{ value: '20' }])
    await Promise.all([one.close(), two.close()])
  })
})
