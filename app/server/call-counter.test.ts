import { expect, test } from 'vitest'
import { createCallCounter } from './call-counter.ts'

const limits = { name: 'checkout', spanMs: 1_000, perClient: 3, perNetwork: 5, together: 7 }

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
