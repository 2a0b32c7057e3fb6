import { expect, test } from 'vitest'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { createCallCounter, forgetOldCallsJob, waitBeforeCostlyCall } from './rate-limit.ts'

const limits = { name: 'checkout', spanMs: 1_000, perClient: 3, perNetwork: 5, together: 7 }

onBothEngines('S17: limits of costly calls', (open) => {
  const opened = async () => {
    const { db } = await open()
    const waits = async (now: number, ...addresses: string[]) => {
      const found: number[] = []
      for (const address of addresses) found.push(await waitBeforeCostlyCall(db, now, limits, address))
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
      Array.from({ length: 10 }, () => waitBeforeCostlyCall(db, 500, limits, '203.0.113.1')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
    expect(await counts()).toMatchObject({ '*': 3 })
  })

  test('a database that fails is no limit', async () => {
    const database = await open()
    await database.close()
    await expect(waitBeforeCostlyCall(database.db, 500, limits, '203.0.113.1')).rejects.toThrow()
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

test('S17: a process counts its own calls, of a client and of others, until the span ends', () => {
  const calls = createCallCounter()
  const own = (address: string, now = 500) => calls.waitOfClient(limits, address, now)
  const others = (address: string, now = 500) => calls.waitOfOthers(limits, address, now)
  expect([1, 2, 3, 4].map(() => own('203.0.113.1'))).toEqual([0, 0, 0, 500])
  expect(own('203.0.113.2')).toBe(0)
  expect([1, 2, 3, 4, 5, 6].map(() => others('203.0.113.1'))).toEqual([0, 0, 0, 0, 0, 500])
  expect([others('203.0.2.1'), others('203.0.3.1'), others('203.0.4.1')]).toEqual([0, 0, 500])
  expect([own('203.0.113.1', 1_000), others('203.0.4.1', 1_000)]).toEqual([0, 0])
})

test('a process keeps count of so many callers only, and never forgets who goes on calling', () => {
  const calls = createCallCounter()
  const wide = { ...limits, perClient: 60_000 }
  const steady = () => calls.waitOfClient(wide, '203.0.113.1', 500)
  for (let at = 0; at < 59_999; at += 1) {
    steady()
    calls.waitOfClient(wide, `198.51.${at >> 8}.${at & 255}`, 500)
  }
  expect([steady(), steady()]).toEqual([0, 500])
  expect(calls.size()).toBeLessThanOrEqual(50_000)
})
