import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptBackups, usualKeepRule } from './keep.rules.ts'

const day = 86_400_000
const now = Date.UTC(2026, 3, 1, 3)

test('D23: of nightly backups of two years seven days, four weeks and twelve months are kept', () => {
  const times = Array.from({ length: 730 }, (_, at) => now - at * day)
  const kept = keptBackups(times, usualKeepRule)
  for (const time of times.slice(0, 7)) expect(kept.has(time)).toBe(true)
  expect(kept.has(now - 300 * day)).toBe(false)
  // 1 April, the ends of eleven months and the ends of the weeks before those seven days.
  expect([...kept].filter((time) => time < now - 28 * day)).toHaveLength(10)
  expect(kept.size).toBe(19)
})

test('D23: the newest one is always kept, whatever the rule', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: now }), { minLength: 1 }), (times) => {
      const kept = keptBackups(times, { days: 0, weeks: 0, months: 0 })
      expect([...kept]).toEqual([Math.max(...times)])
    }),
  )
})
