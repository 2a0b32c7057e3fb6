import { afterEach, expect, test, vi } from 'vitest'
import { readOrder, stillTrue } from './order-answer.ts'

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

test.each([
  ['paid', 'pending', 'paid'],
  ['paid', 'paid', 'paid'],
  ['waiting', 'awaiting_payment', 'waiting'],
  ['waiting', 'needs_review', 'waiting'],
  ['waiting', 'pending', 'unsure'],
  ['unpaid', 'pending', 'open'],
  ['unpaid', 'expired', 'over'],
  ['unpaid', 'failed', 'over'],
])('S13: status %s of an order that is %s means %s', async (status, state, payment) => {
  const body = { status, sessionId: 'cs_1', path: '/order/x', order: { state, lines: [] } }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body))
  expect(await readOrder('order-token')).toMatchObject({ payment, session: 'cs_1', path: '/order/x' })
})

test.each([
  [404, 'over'],
  [429, 'unsure'],
  [503, 'unsure'],
  [200, 'unsure'],
])('S13: an answer %i without an order means %s', async (status, payment) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(null, { status }))
  expect(await readOrder('order-token')).toMatchObject({ payment, lines: [] })
})

test.each([
  ['paid', null],
  ['settled', null],
  ['left', { kind: 'cancelled' }],
  ['over', { kind: 'cancelled' }],
] as const)('S6: after an order that is %s a cancel told before reads %j', (state, shown) => {
  const order = { token: 'order-token', session: null, leftAt: 0, state, lines: [] }
  const record = { browser: null, orders: [order] }
  expect(stillTrue({ kind: 'cancelled' }, record)).toEqual(shown)
  expect(stillTrue({ kind: 'unsure' }, record)).toEqual({ kind: 'unsure' })
  expect(stillTrue(null, record)).toBe(null)
})
