import { afterAll, expect, onTestFinished, test } from 'vitest'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { postgresPlaces } from '../../../tests/support/database-places.ts'
import { createLog, silentLog } from '../log.ts'
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

/** Locks a row until released. */
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
  // Longer than a busy machine stalls, so that only the deadlock is refused.
  const db = await twoRows(60_000)
  const bothHold = Promise.withResolvers<void>()
  let holding = 0
  const both = (who: string, first: string, second: string) =>
    inTransaction({ db, log: silentLog }, async (trx) => {
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
  await inTransaction({ db, log: silentLog }, async (trx) => {
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
  const waiting = inTransaction({ db, log: silentLog }, (trx) => {
    attempts += 1
    return lock(trx, 'a')
  })
  expect(isContention(await waiting.catch((error: unknown) => error))).toBe(true)
  expect(attempts).toBe(3)
  const failing = inTransaction({ db, log: silentLog }, async () => {
    attempts += 1
    throw new Error('no further')
  })
  await expect(failing).rejects.toThrow('no further')
  expect(attempts).toBe(4)
})

test('of a transaction that is tried again only the attempt that was committed has effects', async () => {
  const db = await twoRows(30)
  const letGo = await hold(db, 'a')
  const done: string[] = []
  let attempts = 0
  await inTransaction({ db, log: silentLog }, async (trx) => {
    attempts += 1
    trx.onCommit(() => void done.push(`of attempt ${attempts}`))
    if (attempts === 2) await letGo()
    await lock(trx, 'a')
  })
  expect(done).toEqual(['of attempt 2'])
})

onBothEngines('what follows a commit', (open) => {
  const opened = async () => {
    const { db } = await open()
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line), Date.now)
    const keys = async () => (await db.selectFrom('shopState').select('key').execute()).map(({ key }) => key)
    return { db, log, lines, keys }
  }
  const put = (trx: Db, key: string) => trx.insertInto('shopState').values({ key, value: '' }).execute()

  test('is done once, in order, when others can read and write what was written', async () => {
    const { db, log, keys } = await opened()
    const done: string[] = []
    const said = await inTransaction({ db, log }, async (trx) => {
      trx.onCommit(() => void done.push('first'))
      await put(trx, 'a')
      trx.onCommit(async () => {
        done.push(`second, with ${await keys()}`)
        await put(db, 'b')
        done.push('third')
      })
      trx.onCommit(() => void done.push('meanwhile'))
      expect(done).toEqual([])
      return 'said'
    })
    expect([said, ...done]).toEqual(['said', 'first', 'meanwhile'])
    await expect.poll(() => done).toEqual(['first', 'meanwhile', 'second, with a', 'third'])
  })

  test('is dropped when nothing was committed, and with an attempt that collided', async () => {
    const { db, log, keys } = await opened()
    const done: string[] = []
    const failing = inTransaction({ db, log }, async (trx) => {
      await put(trx, 'a')
      trx.onCommit(() => void done.push('of nothing'))
      throw new Error('no further')
    })
    await expect(failing).rejects.toThrow('no further')
    let attempts = 0
    await inTransaction({ db, log }, async (trx) => {
      attempts += 1
      trx.onCommit(() => void done.push(`of attempt ${attempts}`))
      await put(trx, 'b')
      if (attempts < 3) throw Object.assign(new Error('collided'), { code: '40001' })
    })
    expect([done, await keys()]).toEqual([['of attempt 3'], ['b']])
  })

  test('fails nothing: it is logged, and the others are done', async () => {
    const { db, log, lines, keys } = await opened()
    const done: string[] = []
    const said = await inTransaction({ db, log }, async (trx) => {
      await put(trx, 'a')
      trx.onCommit(() => {
        throw new Error('thrown at once')
      })
      trx.onCommit(() => Promise.reject(new Error('rejected later')))
      trx.onCommit(() => void done.push('after them'))
      return 'said'
    })
    expect([said, ...done, ...(await keys())]).toEqual(['said', 'after them', 'a'])
    await expect.poll(() => lines).toHaveLength(2)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', error: { message: 'thrown at once' } },
      { level: 'error', error: { message: 'rejected later' } },
    ])
  })
})
