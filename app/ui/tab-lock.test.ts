import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTabLock } from './tab-lock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** One lock, as browsers give it: whoever waits is rejected when its signal aborts. */
const locksForTests = () => {
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, { signal }: LockOptions, act: () => Promise<unknown>) => {
    const given = last.then(() => (signal?.aborted ? Promise.reject(signal.reason) : act()))
    last = given.catch(() => {})
    const refused = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    return Promise.race([given, refused])
  }
  return { request } as unknown as Pick<LockManager, 'request'>
}

const lockOf = (locks: Pick<LockManager, 'request'> | undefined, patienceMs?: number) =>
  createTabLock({ name: 'cart', locks, now: Date.now, ...(patienceMs !== undefined && { patienceMs }) })

test('what is done in one tab waits for the other, and then until its writes are seen', async () => {
  const [locks, done] = [locksForTests(), [] as string[]]
  const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const first = lockOf(locks)(() => rest(500).then(() => done.push('first')))
  const second = lockOf(locks)(() => done.push('second'))
  await vi.advanceTimersByTimeAsync(599)
  expect(done).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
})

test('C11: a lock that a sleeping tab holds is not waited for without end', async () => {
  const locks = locksForTests()
  void lockOf(locks)(() => new Promise(() => {}))
  const waiting = lockOf(locks, 1_000)(() => 'saved')
  const refused = expect(waiting).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(1_000)
  await refused
})

test('where there are no locks, everything is done at once', async () => {
  expect(await lockOf(undefined, 1_000)(() => 'done')).toBe('done')
})
