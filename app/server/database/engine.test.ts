import { expect, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { forUpdateSkipLocked } from './engine.ts'

onBothEngines('a queue in a table', (open) => {
  test('gives each of its rows to one worker only', async () => {
    const { db } = await open()
    const keys = Array.from({ length: 8 }, (_, i) => `job-${i}`)
    await db
      .insertInto('shopState')
      .values(keys.map((key) => ({ key, value: 'waiting' })))
      .execute()
    const takeOne = () =>
      db.transaction().execute(async (trx) => {
        const waiting = trx
          .selectFrom('shopState')
          .select('key')
          .where('value', '=', 'waiting')
          .orderBy('key')
          .limit(1)
        const { key } = await waiting.$call(forUpdateSkipLocked(trx)).executeTakeFirstOrThrow()
        await trx.updateTable('shopState').set({ value: 'taken' }).where('key', '=', key).execute()
        return key
      })

    const taken = await Promise.all(keys.map(takeOne))

    expect(taken.toSorted()).toEqual(keys)
  })
})
