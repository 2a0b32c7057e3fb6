import { expect, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../tests/support/http-layer.ts'
import { createLog } from './log.ts'
import { createMemoryGauge } from './memory-watch.ts'

test.each([
  {
    what: 'heap' as const,
    used: [79, 80, 76, 89, 90, 86, 84, 74, 79],
    rooms: ['enough', 'tight', 'tight', 'tight', 'short', 'short', 'tight', 'enough', 'enough'],
  },
  {
    what: 'resident' as const,
    used: [87, 88, 84, 94, 95, 91, 89, 82, 87],
    rooms: ['enough', 'tight', 'tight', 'tight', 'short', 'short', 'tight', 'enough', 'enough'],
  },
])(
  'D50, D62: $what memory is tight, then short, and again enough a little below; each is told once',
  ({ what, used, rooms }) => {
    const logged: string[] = []
    const gauge = createMemoryGauge(createLog('info', (line) => logged.push(line), Date.now))
    const seen = used.map((each) => {
      gauge.measure(what, { used: each, limit: 100 })
      return gauge.room()
    })
    expect(seen).toEqual(rooms)
    const told = logged.map((line) => JSON.parse(line))
    expect(told.map(({ level, alarm }) => [level, alarm])).toEqual([
      ['error', true],
      ['error', true],
      ['info', undefined],
      ['info', undefined],
    ])
  },
)

test('D62: what is worse of heap and resident memory counts', () => {
  const gauge = createMemoryGauge(createLog('error', () => {}, Date.now))
  gauge.measure('heap', { used: 95, limit: 100 })
  gauge.measure('resident', { used: 10, limit: 100 })
  expect(gauge.room()).toBe('short')
  gauge.measure('heap', { used: 10, limit: 100 })
  gauge.measure('resident', { used: 90, limit: 100 })
  expect(gauge.room()).toBe('tight')
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

test('D62: while memory is tight what is drawn for one visitor is refused, and pages for everybody, files, checkout and desk go on', async () => {
  const drawn: string[] = []
  const laneOf = (path: string) => {
    if (path === '/checkout' || path === '/desk' || path === '/outside') return path.slice(1)
    return 'pages'
  }
  const { ask } = await openHttpLayer({
    isTight: () => true,
    handleFile: async ({ url }, response) => {
      if (url !== '/picture') return false
      response.end('picture')
      return true
    },
    renderPage: async ({ url }) => {
      drawn.push(url.replace(shopOrigin, ''))
      return new Response('<p>drawn</p>', { headers: { 'content-type': 'text/html' } })
    },
    addressOf: (path) => ({
      cache: path === '/kept' ? 'everybody' : 'never',
      bodyBytes: { visitor: 1_000, session: 1_000 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: laneOf(path) as 'pages',
    }),
  })
  const statusOf = async (path: string, method = 'GET', headers = {}) => {
    const { statusCode, headers: sent } = await answerTo(ask(path, headers, method))
    return [path, statusCode, sent['retry-after']]
  }
  const form = { origin: shopOrigin, 'content-length': '0' }
  expect(await statusOf('/mine')).toEqual(['/mine', 503, '2'])
  expect(await statusOf('/mine', 'POST', form)).toEqual(['/mine', 503, '2'])
  expect(await statusOf('/kept?made=up')).toEqual(['/kept?made=up', 503, '2'])
  expect(drawn).toEqual([])
  const goOn = ['/kept', '/desk', '/outside', '/picture', '/healthz']
  for (const path of goOn) expect(await statusOf(path)).toEqual([path, 200, undefined])
  expect(await statusOf('/checkout', 'POST', form)).toEqual(['/checkout', 200, undefined])
  expect(drawn).toEqual(['/kept', '/desk', '/outside', '/checkout'])
})
