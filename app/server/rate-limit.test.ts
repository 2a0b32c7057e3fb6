import { expect, test } from 'vitest'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { waitBeforeCostlyCall } from './call-limits.ts'
import { inTransaction } from './database/transaction.ts'
import { silentLog } from './log.ts'
import { countedFor, countTry, countTryWithin, forgetOldCallsJob, mayTry, uncountTry } from './rate-limit.ts'

const limits = { name: 'checkout', spanMs: 1_000, perClient: 3, perNetwork: 5, together: 7 }

onBothEngines('S17: limits of costly calls', (open) => {
  const opened = async () => {
    const { db } = await open()
    const waits = async (now: number, ...addresses: string[]) => {
      const found: number[] = []
      for (const address of addresses)
        found.push(await waitBeforeCostlyCall({ db, log: silentLog }, now, limits, address))
      return found
    }
    const counts = async () =>
      Object.fromEntries(
        (await db.selectFrom('rateLimit').select(['subject', 'count']).execute()).map((row) => [
          row.subject.replace('checkout:', ''),
          row.count,
        ]),
      )
    return { db, waits, counts }
  }

  test('hold for a client, for its whole IPv6 network, and end with their span', async () => {
    const { waits } = await opened()
    expect(await waits(10_400, '203.0.113.1', '203.0.113.1', '203.0.113.1', '203.0.113.1')).toEqual([
      0, 0, 0, 600,
    ])
    expect(await waits(11_000, '203.0.113.1')).toEqual([0])
    expect(
      await waits(
        12_000,
        '2001:db8:0:1::1',
        '2001:db8::1:0:0:0:2',
        '2001:DB8:0:1:5:6:7:8',
        '2001:db8:0:1::9',
      ),
    ).toEqual([0, 0, 0, 1_000])
    expect(await waits(13_000, '::ffff:203.0.113.2', '203.0.113.2', '203.0.113.2', '203.0.113.2')).toEqual([
      0, 0, 0, 1_000,
    ])
  })

  test.each([
    ['/24', ['203.0.113.1', '203.0.113.77', '203.0.113.255'], '203.0.112.1'],
    ['/48', ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::1'], '2001:db8:8:1::1'],
  ])(
    'hold for a network (%s), and not for the next',
    async (_size, [one = '', two = '', three = ''], next) => {
      const { waits } = await opened()
      expect(await waits(500, one, one, two, two, three)).toEqual([0, 0, 0, 0, 0])
      expect(await waits(500, three, next)).toEqual([500, 0])
    },
  )

  test('hold for all together', async () => {
    const { waits } = await opened()
    const seven = ['1', '2', '3', '4', '5', '6', '7'].map((part) => `203.0.${part}.1`)
    expect(await waits(500, ...seven)).toEqual(Array(7).fill(0))
    expect(await waits(500, '203.0.200.1')).toEqual([500])
  })

  test('S30: once three quarters are used those are refused first who called most: a client, its network, newcomers last', async () => {
    const { db } = await opened()
    const wide = { ...limits, perClient: 300, perNetwork: 300, together: 400 }
    const wait = (address: string) => waitBeforeCostlyCall({ db, log: silentLog }, 500, wide, address)
    for (const address of ['203.0.113.1', '203.0.113.1', '203.0.113.2']) await wait(address)
    const all = (count: number) =>
      db.updateTable('rateLimit').set({ count }).where('subject', '=', 'checkout:*').execute()
    // Of 400 places the client left 2, its network 3: each for 25 others.
    const refusals = async () => {
      const waits: number[] = []
      for (const address of ['203.0.113.1', '203.0.113.9', '198.51.100.1']) {
        waits.push(await wait(address))
        await db
          .deleteFrom('rateLimit')
          .where('subject', 'in', ['checkout:203.0.113.9', 'checkout:198.51.100.1', 'checkout:198.51.100/24'])
          .execute()
        await db
          .updateTable('rateLimit')
          .set({ count: 2 })
          .where('subject', '=', 'checkout:203.0.113.1')
          .execute()
        await db
          .updateTable('rateLimit')
          .set({ count: 3 })
          .where('subject', '=', 'checkout:203.0.113/24')
          .execute()
      }
      return waits.map((each) => each === 0)
    }
    await all(270)
    expect(await refusals()).toEqual([true, true, true])
    await all(300)
    expect(await refusals()).toEqual([false, true, true])
    await all(330)
    expect(await refusals()).toEqual([false, false, true])
    await all(399)
    expect(await refusals()).toEqual([false, false, true])
    await all(400)
    expect(await refusals()).toEqual([false, false, false])
  })

  test('who is refused is counted nowhere: neither against others nor on the disk', async () => {
    const { waits, counts } = await opened()
    await waits(500, ...Array(20).fill('203.0.113.1'))
    expect(await counts()).toEqual({ '203.0.113.1': 3, '203.0.113/24': 3, '*': 3 })
    await waits(500, ...Array(20).fill('203.0.113.2'))
    expect(await counts()).toEqual({ '203.0.113.1': 3, '203.0.113.2': 2, '203.0.113/24': 5, '*': 5 })
  })

  test('count calls that come at once', async () => {
    const { db, counts } = await opened()
    const waits = await Promise.all(
      Array.from({ length: 10 }, () =>
        waitBeforeCostlyCall({ db, log: silentLog }, 500, limits, '203.0.113.1'),
      ),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(await counts()).toMatchObject({ '*': 3 })
  })

  test('a database that fails is no limit', async () => {
    const database = await open()
    await database.close()
    await expect(
      waitBeforeCostlyCall({ db: database.db, log: silentLog }, 500, limits, '203.0.113.1'),
    ).rejects.toThrow()
  })

  test('forget addresses when their span is over', async () => {
    const { db, waits } = await opened()
    await waits(500, '203.0.113.1')
    await waits(1_500, '203.0.113.1')
    await forgetOldCallsJob({ db, now: () => 1_600 }).run(new AbortController().signal)
    const left = await db.selectFrom('rateLimit').select('spanStart').distinct().execute()
    expect(left).toEqual([{ spanStart: 1_000 }])
  })
})

const hour = 3_600_000
const limit = { name: 'tries', spanMs: hour, most: 2 }

onBothEngines('A10: tries', (open) => {
  const opened = async () => {
    const { db } = await open()
    const ctx = { db, log: silentLog }
    const attempt = (now: number, ...who: string[]) =>
      countTry(
        ctx,
        now,
        who.map((each) => countedFor(limit, each)),
      )
    const may = (now: number, who: string) => mayTry(db, now, [countedFor(limit, who)])
    const forgive = (who: string) => uncountTry(db, 0, [countedFor(limit, who)])
    const counts = async () =>
      (await db.selectFrom('rateLimit').select(['subject', 'count']).orderBy('subject').execute()).map(
        ({ subject, count }) => `${subject} ${count}`,
      )
    return { db, ctx, attempt, may, forgive, counts }
  }

  test('are counted for each subject and limit until the span ends', async () => {
    const { ctx, attempt, may } = await opened()
    expect([await attempt(0, 'a'), await attempt(1, 'a'), await attempt(hour - 1, 'a')]).toEqual([
      true,
      true,
      false,
    ])
    expect(await may(hour - 1, 'a')).toBe(false)
    expect(await attempt(1, 'b')).toBe(true)
    expect(await countTry(ctx, 1, [countedFor({ ...limit, name: 'others' }, 'a')])).toBe(true)
    expect(await may(hour, 'a')).toBe(true)
    expect(await attempt(hour, 'a')).toBe(true)
  })

  test('a right one counts no longer, and never makes room for more than the limit', async () => {
    const { attempt, may, forgive } = await opened()
    await forgive('a')
    await attempt(0, 'a')
    await attempt(0, 'a')
    await attempt(0, 'b')
    await attempt(0, 'b')
    await forgive('a')
    expect(await may(0, 'b')).toBe(false)
    expect([await may(0, 'a'), await attempt(0, 'a'), await attempt(0, 'a')]).toEqual([true, true, false])
    for (const _ of [1, 2, 3, 4]) await forgive('b')
    await attempt(0, 'b')
    await attempt(0, 'b')
    expect(await may(0, 'b')).toBe(false)
  })

  test('one that is refused counts against none: a right one after it makes room', async () => {
    const { attempt, forgive, counts } = await opened()
    for (const _ of [1, 2, 3, 4]) await attempt(0, 'a')
    expect(await attempt(0, 'b', 'a', 'c')).toBe(false)
    expect(await counts()).toEqual(['tries:a 2'])
    await forgive('a')
    expect(await attempt(0, 'b', 'a', 'c')).toBe(true)
    expect(await counts()).toEqual(['tries:a 2', 'tries:b 1', 'tries:c 1'])
  })

  test('of many at once as many are admitted as may be, and the others count against none', async () => {
    const { attempt, counts } = await opened()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => attempt(0, `own-${at}`, 'shared')))
    expect(answers.filter(Boolean)).toHaveLength(2)
    expect((await counts()).filter((row) => !row.endsWith(' 0'))).toHaveLength(3)
    expect(await counts()).toContain('tries:shared 2')
  })

  test('within a transaction go with it', async () => {
    const { ctx, counts } = await opened()
    const failing = inTransaction(ctx, async (trx) => {
      expect(await countTryWithin(trx, 0, [countedFor(limit, 'a')])).toBe(true)
      throw new Error('no further')
    })
    await expect(failing).rejects.toThrow('no further')
    expect(await counts()).toEqual([])
  })
})
