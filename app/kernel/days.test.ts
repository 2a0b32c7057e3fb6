import { expect, test } from 'vitest'
import { agoText, daysUntil, displayDay, startOfDay } from './days.ts'

/** In Tokyo. */
const at = (text: string) => Date.parse(`${text}+09:00`)

test('a day is that of Tokyo, whatever the hour', () => {
  expect(displayDay(at('2026-12-03T00:00:00'))).toBe('12/3')
  expect(displayDay(at('2026-12-03T23:59:59'))).toBe('12/3')
  expect(startOfDay(at('2026-12-03T08:59:00'))).toBe(at('2026-12-03T00:00:00'))
  expect(startOfDay(at('2026-12-03T00:00:00'))).toBe(at('2026-12-03T00:00:00'))
})

test.each([
  ['2026-12-03T00:00:00', '2026-12-03T23:59:00', 0],
  ['2026-12-03T23:59:00', '2026-12-04T00:00:00', 1],
  ['2026-12-03T12:00:00', '2026-12-12T01:00:00', 9],
  ['2026-12-03T12:00:00', '2026-12-02T23:00:00', -1],
])('from %s until %s there are %i midnights', (now, moment, days) => {
  expect(daysUntil(at(moment), at(now))).toBe(days)
})

test.each([
  [-5_000, 'いま'],
  [59_000, 'いま'],
  [60_000, '1分前'],
  [3_599_000, '59分前'],
  [3_600_000, '1時間前'],
  [86_399_000, '23時間前'],
  [172_800_000, '2日前'],
])('%i ms ago is said as %s', (ms, text) => {
  expect(agoText(1_000_000_000_000, 1_000_000_000_000 + ms)).toBe(text)
})
