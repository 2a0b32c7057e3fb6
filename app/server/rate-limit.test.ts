import { expect, test } from 'vitest'
import { onBothEngines } from '../../tests/support/database-for-tests.ts'
import { forgetOldCalls, waitBeforeCall } from './rate-limit.ts'

const limits = {
  name: 'checkout',
  perClient: { most: 3, spanMs: 1_000 },
  together: { most: 5, spanMs: 1_000 },
}

onBothEngines('S17: limits', (open) => {
  test('hold for a client, for its whole IPv6 network, and end with their span', async () => {
    const { db } = await open()
    const waits = async (now: number, ...addresses: string[]) => {
      const found: number[] = []
      for (const address of addresses) found.push(await waitBeforeCall(db, now, limits, address))
      return found
    }
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

  test('hold for all together; a refused client does not use up what the others have', async () => {
    const { db } = await open()
    for (let call = 0; call < 20; call += 1) await waitBeforeCall(db, 500, limits, '203.0.113.1')
    expect(await waitBeforeCall(db, 500, limits, '203.0.113.2')).toBe(0)
    expect(await waitBeforeCall(db, 500, limits, '203.0.113.3')).toBe(0)
    expect(await waitBeforeCall(db, 500, limits, '203.0.113.4')).toBe(500)
  })

  test('count calls that come at once', async () => {
    const { db } = await open()
    const waits = await Promise.all(
      Array.from({ length: 10 }, () => waitBeforeCall(db, 500, limits, '203.0.113.1')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
  })

  test('forget addresses when their span is over', async () => {
    const { db } = await open()
    await waitBeforeCall(db, 500, limits, '203.0.113.1')
    await waitBeforeCall(db, 1_500, limits, '203.0.113.1')
    await forgetOldCalls(db, 1_600)
    expect(
      (await db.selectFrom('rate_limit').select('span_start').execute()).map((row) => row.span_start),
    ).toEqual([1_000, 1_000])
  })
})
