import { afterAll, expect, onTestFinished, test } from 'vitest'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { isContention } from './database-errors.ts'
import { forUpdate } from './engine.ts'
import { type AppDatabase, openDatabase } from './open-database.ts'
import { inTransaction } from './transaction.ts'

const places = postgresPlaces()
afterAll(() => places.clear())

type Db = AppDatabase['db']

/** Two rows, `a` and `b`, in a database that lets nobody wait for a lock longer than `lockMs`. */
const twoRows = async (lockMs: number): Promise<Db> => {
  const settings = await places.migrated()
  const url = new URL(settings.databaseUrl ?? '')
  url.searchParams.set('lock_timeout', String(lockMs))
  const { db, close } = await openDatabase({ ...settings, databaseUrl: url.href })
  onTestFinished(close)
  await db
    .insertInto('shopState')
    .values(['a', 'b'].map((key) => ({ key, value: '' })))
    .execute()
  return db
}

const lock = (trx: Db, key: string) =>
  trx.selectFrom('shopState').select('key').where('key', '=', key).$call(forUpdate(trx)).execute()

const sign = (trx: Db, key: string, who: string) =>
  trx
    .updateTable('shopState')
    .set((eb) => ({ value: eb(eb.ref('value'), '||', who) }))
    .where('key', '=', key)
    .execute()

/** Keeps a row from others until it is let go. */
const hold = async (db: Db, key: string) => {
  const held = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (trx) => {
    await lock(trx, key)
    held.resolve()
    await letGo.promise
  })
  await held.promise
  return async () => {
    letGo.resolve()
    await holding
  }
}

test('two transactions that wait for each other both go through, each once', async () => {
  const db = await twoRows(5_000)
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  const both = (who: string, first: string, second: string) =>
    inTransaction(db, async (trx) => {
      await lock(trx, first)
      holding += 1
      if (holding === 2) bothHold.resolve()
      await bothHold.promise
      await lock(trx, second)
      for (const key of [first, second]) await sign(trx, key, who)
      return who
    })
  expect(await Promise.all([both('x', 'a', 'b'), both('y', 'b', 'a')])).toEqual(['x', 'y'])
  expect(holding).toBe(3)
  const rows = await db.selectFrom('shopState').select('value').execute()
  expect(rows.map(({ value }) => [...value].toSorted())).toEqual([
    ['x', 'y'],
    ['x', 'y'],
  ])
})

test('who has waited too long for a lock waits once more', async () => {
  const db = await twoRows(30)
  const letGo = await hold(db, 'a')
  let attempts = 0
  await inTransaction(db, async (trx) => {
    attempts += 1
    if (attempts === 2) await letGo()
    await lock(trx, 'a')
    await sign(trx, 'a', 'x')
  })
  expect(attempts).toBe(2)
  expect(await db.selectFrom('shopState').select('value').where('key', '=', 'a').execute()).toEqual([
    { value: 'x' },
  ])
})

test('a lock that does not come is told after the third time, any other failure at once', async () => {
  const db = await twoRows(20)
  const letGo = await hold(db, 'a')
  onTestFinished(letGo)
  let attempts = 0
  const waiting = inTransaction(db, (trx) => {
    attempts += 1
    return lock(trx, 'a')
  })
  expect(isContention(await waiting.catch((error: unknown) => error))).toBe(true)
  expect(attempts).toBe(3)
  const failing = inTransaction(db, async () => {
    attempts += 1
    throw new Error('no further')
  })
  await expect(failing).rejects.toThrow('no further')
  expect(attempts).toBe(4)
})
