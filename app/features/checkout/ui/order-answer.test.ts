import { afterEach, expect, test, vi } from 'vitest'
import { readOrder } from './order-answer.ts'

afterEach(() => vi.restoreAllMocks())

test('D3, S13: an order that the shop is silent about could not be asked about, and holds up no press for ever', async () => {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const silent = vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) => {
    const { promise, reject } = Promise.withResolvers<Response>()
    init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
    return promise
  })
  const answer = readOrder('order-token')
  expect(silent).toHaveBeenCalledOnce()
  limit.abort()
  expect(await answer).toMatchObject({ payment: 'unsure', lines: [] })
}, 2_000)
