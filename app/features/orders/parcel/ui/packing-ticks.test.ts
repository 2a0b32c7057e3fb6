import fc from 'fast-check'
import { expect, test } from 'vitest'
import { againAfterMs } from './packing-ticks.tsx'

test('N166: the pauses before a lost tick is sent again begin at 3 to 6 seconds, double, and end at 1 to 2 minutes', () => {
  expect([0, 1, 2, 3, 4, 5, 50, 5_000].map((losses) => againAfterMs(losses, 0) / 1_000)).toEqual([
    3, 6, 12, 24, 48, 60, 60, 60,
  ])
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (losses, chance) => {
      const wait = againAfterMs(losses, chance)
      expect(wait).toBeGreaterThanOrEqual(againAfterMs(losses, 0))
      expect(wait).toBeLessThanOrEqual(2 * againAfterMs(losses, 0))
      expect(wait).toBeLessThanOrEqual(120_000)
    }),
  )
})
