import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { onBothEngines } from '../../../tests/support/database-for-tests.ts'
import { engineOf, inChunks } from './engine.ts'
import { openDatabase } from './open-database.ts'
import {
  askedTogether,
  createMomentHolder,
  eachUntilWritten,
  keepsWholeOf,
  Moments,
  untilWritten,
} from './until-written.ts'

const write = (db: Kysely<Schema>, key: string, value: string) =>
  db
    .insertInto('shopState')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

const stored = async (db: Kysely<Schema>, key: string) =>
  (await db.selectFrom('shopState').select('value').where('key', '=', key).executeTakeFirst())?.value

/** A transaction that has written and is committed by what it gives. */
const openWrite = async (db: Kysely<Schema>, key: string, value: string) => {
  const [wrote, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const committed = db.transaction().execute(async (trx) => {
    await write(trx, key, value)
    wrote.resolve()
    await goesOn.promise
  })
  await Promise.race([wrote.promise, committed])
  return async () => {
    goesOn.resolve()
    await committed
  }
}

/** With how often it has read. */
const counted = () => {
  const reads: string[] = []
  const read = untilWritten((db, key: string) => {
    reads.push(key)
    return stored(db, key)
  })
  return { reads, read }
}

/** On PostgreSQL other tests write into databases of the same server, which may cost another read. */
const expectReads = (db: Kysely<Schema>, reads: readonly string[], expected: readonly string[]) => {
  if (engineOf(db) === 'sqlite') expect(reads).toEqual(expected)
  else expect(reads.length).toBeGreaterThanOrEqual(expected.length)
}

onBothEngines('what is read until something is written', (open, places) => {
  test('is as it is stored after each write, of whatever connection, and read once between them', async () => {
    const settings = await places.migrated()
    const { db, close } = await openDatabase(settings)
    const other = await openDatabase(settings)
    const { reads, read } = counted()
    const at = async () => [await read(db, 'a'), await read(db, 'a'), await read(db, 'b')]

    expect(await at()).toEqual([undefined, undefined, undefined])
    await write(db, 'a', '1')
    expect(await at()).toEqual(['1', '1', undefined])
    await db.transaction().execute((trx) => write(trx, 'b', '2'))
    expect(await at()).toEqual(['1', '1', '2'])
    await write(other.db, 'a', '3')
    expect(await at()).toEqual(['3', '3', '2'])

    expectReads(db, reads, ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])
    await Promise.all([close(), other.close()])
  })

  test('is as it is stored after each of several commits that overlap, in whatever order', async () => {
    const { db } = await open()
    const { read } = counted()
    const all = async () => [await read(db, 'a'), await read(db, 'b'), await read(db, 'c')]
    expect(await all()).toEqual([undefined, undefined, undefined])
    // SQLite has one writer at a time.
    const begin = engineOf(db) === 'sqlite' ? write : openWrite
    const commits: unknown[] = []
    for (const key of ['a', 'b', 'c']) commits.push(await begin(db, key, '1'))
    const commit = async (at: number) => {
      const one = commits[at]
      if (typeof one === 'function') await one()
    }
    if (engineOf(db) === 'postgres') expect(await all()).toEqual([undefined, undefined, undefined])
    await commit(2)
    expect((await all())[2]).toBe('1')
    await commit(1)
    expect((await all())[1]).toBe('1')
    await commit(0)
    expect(await all()).toEqual(['1', '1', '1'])
  })

  test('at one moment is what was known at its first read, and a write is seen by those who begin after it', async () => {
    const { db } = await open()
    await write(db, 'a', 'before')
    const { reads, read } = counted()
    let renew = () => {}
    const drawn = createMomentHolder(db, (called) => {
      renew = called
    })
    const drawing = drawn()
    expect(await read(drawing, 'a')).toBe('before')
    await write(db, 'a', 'after')
    expect(await read(drawing, 'a')).toBe('before')
    expect(reads).toEqual(['a'])

    renew()
    expect(await read(drawn(), 'a')).toBe('after')
    expect(await read(db, 'a')).toBe('after')
    expectReads(db, reads, ['a', 'a'])
    // The drawing is older than what is kept now, and leaves it alone.
    expect(await read(drawing, 'a')).toBe('after')
    expect(await read(db, 'a')).toBe('after')
    expectReads(db, reads, ['a', 'a', 'a'])
  })

  test('of moments that are held within 50 ms of each other one is asked for, unless it failed or is not to be seen any more', async () => {
    const { db } = await open()
    let [asked, now, fails] = [0, 0, false]
    const moments = new Moments(
      async () => {
        asked += 1
        if (fails) throw new Error('the database is away')
        return asked
      },
      () => now,
    )
    const held = () => moments.of(moments.hold(db))
    expect(await Promise.all([held(), held()])).toEqual([1, 1])
    now = 49
    expect(await held()).toBe(1)
    expect(asked).toBe(1)
    expect(await moments.of(db)).toBe(2)
    now = 50
    expect(await held()).toBe(3)
    now = 60
    moments.renew()
    expect(await held()).toBe(4)
    fails = true
    now = 200
    await expect(held()).rejects.toThrow('away')
    fails = false
    expect(await held()).toBe(5)
  })

  test('at one moment, too, a transaction sees its own writes', async () => {
    const { db } = await open()
    const { read } = counted()
    const drawing = createMomentHolder(db, () => {})()
    expect(await read(drawing, 'a')).toBeUndefined()
    await drawing.transaction().execute(async (trx) => {
      await write(trx, 'a', 'within')
      expect(await read(trx, 'a')).toBe('within')
    })
  })

  test('is not read again while nobody writes', async () => {
    const { db } = await open()
    const { reads, read } = counted()
    const again = async () => {
      const before = reads.length
      await read(db, 'a')
      return reads.length - before
    }
    await expect.poll(again).toBe(0)
  })

  test('all rows of a table are kept up to a thousand, and in no transaction', async () => {
    const { db } = await open()
    const keepsKits = keepsWholeOf('kit')
    const numbers = Array.from({ length: 1_001 }, (_, at) => `K-${at}`)
    const texts = { name: 'ポーチのキット', description: '', priceText: '', imageUrl: '', status: '公開中' }
    const product = { ...texts, type: 'kit', source: 'own', price: 500, position: 1 } as const
    const times = { createdAt: 1, updatedAt: 1 }
    const put = async (some: readonly string[]) => {
      for (const chunk of inChunks(some)) {
        await db
          .insertInto('product')
          .values(chunk.map((number) => ({ ...product, ...times, number })))
          .execute()
        const kit = { level: 'other', fabricSize: '', fabricNumbers: '', comment: '', createdAt: 1 } as const
        await db
          .insertInto('kit')
          .values(chunk.map((number) => ({ ...kit, number })))
          .execute()
      }
    }
    await put(numbers.slice(1))
    expect(await keepsKits(db)).toBe(true)
    expect(await db.transaction().execute((trx) => keepsKits(trx))).toBe(false)
    await put(numbers.slice(0, 1))
    expect(await keepsKits(db)).toBe(false)
  })

  test('of two databases each has its own', async () => {
    const [one, other] = [await open(), await open()]
    await write(one.db, 'a', 'one')
    await write(other.db, 'a', 'other')
    const { read } = counted()

    expect([await read(one.db, 'a'), await read(other.db, 'a'), await read(one.db, 'a')]).toEqual([
      'one',
      'other',
      'one',
    ])
  })

  test('a transaction sees its own writes, and nobody sees those that were rolled back', async () => {
    const { db } = await open()
    await write(db, 'a', 'before')
    const { read } = counted()
    expect(await read(db, 'a')).toBe('before')

    const undone = db.transaction().execute(async (trx) => {
      expect(await read(trx, 'a')).toBe('before')
      await write(trx, 'a', 'within')
      expect(await read(trx, 'a')).toBe('within')
      expect(await read(db, 'a')).toBe('before')
      throw new Error('undone')
    })

    await expect(undone).rejects.toThrow('undone')
    expect(await read(db, 'a')).toBe('before')
  })

  test('what was written while it was being read is read again', async () => {
    const { db } = await open()
    await write(db, 'a', 'before')
    const [began, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const read = untilWritten(async (from) => {
      const value = await stored(from, 'a')
      began.resolve()
      await goesOn.promise
      return value
    })

    const reading = read(db)
    await began.promise
    await write(db, 'a', 'after')
    const readingAgain = read(db)
    goesOn.resolve()

    expect(await reading).toBe('before')
    expect(await readingAgain).toBe('after')
  })

  test('a read that hangs is waited for a second by others, who then read for themselves', async () => {
    const { db } = await open()
    const reads: string[] = []
    const read = untilWritten(async (from) => {
      reads.push('read')
      return reads.length === 1 ? new Promise<string>(() => {}) : stored(from, 'a')
    })
    const first = read(db)
    await expect.poll(() => reads.length).toBe(1)

    expect(await read(db)).toBeUndefined()
    expect(await Promise.race([first, 'hangs'])).toBe('hangs')
  })

  test('a read that failed is tried again', async () => {
    const { db } = await open()
    let fails = true
    const read = untilWritten(async (from) => {
      if (fails) throw new Error('away')
      return stored(from, 'a')
    })

    await expect(read(db)).rejects.toThrow('away')
    fails = false
    expect(await read(db)).toBeUndefined()
  })

  test('what cannot tell of writes fails as a read does', async () => {
    const { db, close } = await openDatabase(await places.migrated())
    const { reads, read } = counted()
    await read(db, 'a')
    await close()

    const failed = read(db, 'a')
    await expect(failed).rejects.toThrow()
    await expect(read(db, 'a')).rejects.toThrow()
    expect(reads).toEqual(engineOf(db) === 'sqlite' ? ['a', 'a', 'a'] : ['a'])
  })

  test('of several keys only those that are not known are read, and what has no value is known too', async () => {
    const { db } = await open()
    await write(db, 'a', '1')
    await write(db, 'b', '2')
    const reads: string[] = []
    const read = eachUntilWritten(async (from, keys) => {
      reads.push(keys.join(' '))
      const rows = await from.selectFrom('shopState').selectAll().where('key', 'in', keys).execute()
      return new Map(rows.map(({ key, value }) => [key, value]))
    })

    expect(await read(db, ['a', 'none'])).toEqual(new Map([['a', '1']]))
    expect(await read(db, ['none', 'b', 'a', 'b'])).toEqual(
      new Map([
        ['a', '1'],
        ['b', '2'],
      ]),
    )
    expectReads(db, reads, ['a none', 'b'])
    await write(db, 'b', '3')
    expect((await read(db, ['b'])).get('b')).toBe('3')
    await db.transaction().execute(async (trx) => {
      await write(trx, 'b', '4')
      expect((await read(trx, ['b'])).get('b')).toBe('4')
    })
  })

  test('the oldest of five hundred goes when one more is read', async () => {
    const { db } = await open()
    const { reads, read } = counted()
    for (let at = 0; at <= 500; at += 1) await read(db, `key-${at}`)
    await read(db, 'key-500')
    await read(db, 'key-1')
    await read(db, 'key-0')

    expectReads(db, reads.slice(501), ['key-0'])
  })
})

test('those who ask together get one answer, and who asks while it is on its way gets the next', async () => {
  const answers: PromiseWithResolvers<number>[] = []
  const began: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()]
  const ask = askedTogether(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    began[answers.length - 1]?.resolve()
    return answer.promise
  })

  const together = [ask(), ask()]
  await began[0]?.promise
  const later = ask()
  await began[1]?.promise
  answers[1]?.resolve(2)
  answers[0]?.resolve(1)

  expect(await Promise.all([...together, later])).toEqual([1, 1, 2])
  expect(answers).toHaveLength(2)
})
