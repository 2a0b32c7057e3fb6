import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readWithRetries } from './list-reading.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each read fails, or answers after so many ms. Returns the result, its time, and the start of each read. */
const reading = async (reads: readonly ('fails' | number)[], signal = new AbortController().signal) => {
  const from = Date.now()
  const asked: number[] = []
  const read = () => {
    const at = asked.push(Date.now() - from)
    const answer = reads[at - 1] ?? 'fails'
    return answer === 'fails'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : new Promise<string>((resolve) => setTimeout(() => resolve(`answer ${at}`), answer))
  }
  const result = readWithRetries(read, signal).then((value) => ({ value, after: Date.now() - from }))
  await vi.advanceTimersByTimeAsync(120_000)
  return { ...(await result), asked }
}

test('R24: an answer within 5 s is taken, and asked for once', async () => {
  expect(await reading([4_900])).toEqual({ value: 'answer 1', after: 4_900, asked: [0] })
})

test('R24: without network it is asked for again after 1, 2 and 4 s, then given up', async () => {
  expect(await reading([])).toEqual({
    value: { unreachable: true },
    after: 7_000,
    asked: [0, 1_000, 3_000, 7_000],
  })
})

test('R24: what takes longer than 5 s is asked for again, and the first answer counts', async () => {
  expect(await reading([60_000, 100])).toEqual({ value: 'answer 2', after: 6_100, asked: [0, 6_000] })
  expect(await reading([5_500])).toEqual({ value: 'answer 1', after: 5_500, asked: [0] })
  expect(await reading([7_000, 60_000])).toEqual({ value: 'answer 1', after: 7_000, asked: [0, 6_000] })
  expect(await reading([60_000, 60_000, 60_000, 60_000])).toEqual({
    value: { unreachable: true },
    after: 27_000,
    asked: [0, 6_000, 13_000, 22_000],
  })
})

test('R24: a redirect or a refusal of the server is no reason to ask again', async () => {
  const read = vi.fn(() => Promise.reject(new Response(null, { status: 404 })))
  await expect(readWithRetries(read, new AbortController().signal)).rejects.toBeInstanceOf(Response)
  expect(read).toHaveBeenCalledOnce()
})

test('R24: who has gone on to another page is not waited for', async () => {
  const controller = new AbortController()
  controller.abort()
  const read = vi.fn(() => Promise.reject(new DOMException('gone', 'AbortError')))
  await expect(readWithRetries(read, controller.signal)).rejects.toThrow('gone')
  expect(read).toHaveBeenCalledOnce()
})
