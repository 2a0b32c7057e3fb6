import { expect, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../tests/support/http-layer.ts'
import { createLog } from './log.ts'
import { createMemoryGauge } from './memory-watch.ts'

test('D50: memory is short from nine tenths of the heap on, until it is below 85 %, and each is told once', () => {
  const logged: string[] = []
  const gauge = createMemoryGauge(createLog('info', (line) => logged.push(line), Date.now))
  const seen = [80, 89, 90, 95, 88, 86, 84, 89].map((used) => {
    gauge.measure({ used, limit: 100 })
    return gauge.isShort()
  })
  expect(seen).toEqual([false, false, true, true, true, true, false, false])
  expect(logged.map((line) => JSON.parse(line).level)).toEqual(['error', 'info'])
})

test('D50: while memory is short no new work begins, before a body is read, and what is kept is served', async () => {
  let isShort = false
  let drawn = 0
  const { ask } = await openHttpLayer({
    isShort: () => isShort,
    renderPage: async () => {
      drawn += 1
      return new Response('<p>drawn</p>', { headers: { 'content-type': 'text/html' } })
    },
    addressOf: (path) => ({
      cache: path === '/kept' ? 'everybody' : 'never',
      bodyBytes: { visitor: 1_000, session: 1_000 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
  })
  const statusOf = async (path: string, method = 'GET', headers = {}) => {
    const { statusCode, headers: sent } = await answerTo(ask(path, headers, method))
    return [statusCode, sent['retry-after']]
  }
  expect(await statusOf('/kept')).toEqual([200, undefined])
  isShort = true
  const form = { origin: shopOrigin, 'content-length': '0' }
  expect(await statusOf('/kept')).toEqual([200, undefined])
  expect(await statusOf('/other')).toEqual([503, '2'])
  expect(await statusOf('/other', 'POST', form)).toEqual([503, '2'])
  expect(await statusOf('/healthz')).toEqual([200, undefined])
  expect(drawn).toBe(1)
  isShort = false
  expect(await statusOf('/other')).toEqual([200, undefined])
})
