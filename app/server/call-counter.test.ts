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

test('S30: in a process, too, ten networks leave room to newcomers, and a flood of callers makes nobody forget the sum', () => {
  const calls = createCallCounter()
  const wide = { ...limits, perClient: 30, perNetwork: 150, together: 1_500 }
  for (let at = 0; at < 3_000; at += 1)
    calls.waitOfOthers(wide, `198.51.${at % 10}.${Math.floor(at / 10) % 200}`, 500)
  expect(calls.waitOfOthers(wide, '203.0.113.1', 500)).toBe(0)
  expect(calls.waitOfOthers(wide, '198.51.1.9', 500)).toBe(500)
  for (let at = 0; calls.waitOfOthers(wide, `2001:db8:${at.toString(16)}::1`, 500) === 0; at += 1);
  for (let at = 0; at < 60_000; at += 1)
    calls.waitOfClient(wide, `192.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, 500)
  expect(calls.waitOfOthers(wide, '203.0.114.1', 500)).toBe(500)
})

test('S31: a call that cost nothing is taken back', () => {
  const calls = createCallCounter()
  for (let at = 0; at < 9; at += 1) {
    expect(calls.waitOfClient(limits, '203.0.113.1', 500)).toBe(0)
    calls.uncountClient(limits, '203.0.113.1', 500)
  }
  calls.uncountClient(limits, '203.0.113.1', 500)
  expect([1, 2, 3, 4].map(() => calls.waitOfClient(limits, '203.0.113.1', 500))).toEqual([0, 0, 0, 500])
})
