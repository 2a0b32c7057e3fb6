import { expect, onTestFinished, test, vi } from 'vitest'
import { answerTo, openHttpLayer } from '../../../tests/support/http-layer.ts'
import { addressOf } from '../../requested-address.ts'
import { createSearchLimit, tooManySearches } from './http-handler.ts'

const mostOfClient = 600
const mostOfNetwork = 2_400

test('S17: one client gets 600 pages a minute for words of its own, its network 2,400, and others go on', () => {
  const wait = createSearchLimit()
  const ask = (address: string, nowMs = 1_000) => wait({ method: 'GET', url: '/search?q=x' }, address, nowMs)
  const times = (count: number, address: string) =>
    Array.from({ length: count }, () => ask(address)).filter((seconds) => seconds > 0).length
  expect(times(mostOfClient, '198.51.100.1')).toBe(0)
  expect(ask('198.51.100.1')).toBe(59)
  expect(times(mostOfNetwork, '198.51.100.2')).toBe(mostOfNetwork - mostOfClient)
  for (const address of ['198.51.100.3', '198.51.100.4']) expect(times(mostOfClient, address)).toBe(0)
  // The network has reached its limit, and the next one has not.
  expect(ask('198.51.100.5')).toBeGreaterThan(0)
  expect(ask('198.51.101.5')).toBe(0)
  expect(ask('198.51.100.1', 60_000)).toBe(0)
})

test('S17: an address without parameters, and what writes, counts for nothing', () => {
  const wait = createSearchLimit()
  const ask = (method: string, url: string) => wait({ method, url }, '198.51.100.1', 1)
  for (let time = 0; time < mostOfClient; time += 1)
    expect([ask('GET', '/'), ask('POST', '/login?x=1')]).toEqual([0, 0])
  expect(ask('GET', '/?q=1')).toBe(0)
})

test.each(['/api/suggestions', '/all-products', '/kits', '/gallery/search'])(
  'S17: %s is such a page',
  (path) => {
    expect(addressOf(path).cache).not.toBe('never')
  },
)

test.each([
  '/KITS?q=1',
  '/kits/?q=1',
  '/%6bits?q=1',
  '/KITS.data?q=1',
  '/nowhere?q=1',
  '/gallery/mypage?q=1',
])('S17: %s counts, for the router draws the same page, which no cache keeps', async (path) => {
  // Of a real clock a new minute may begin meanwhile.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => clock.mockRestore())
  const { ask } = await openHttpLayer({ renderPage: async () => new Response('a page'), addressOf })
  const client = { 'x-real-ip': '198.51.100.1' }
  const statusOf = async (url: string) => {
    const answer = await answerTo(ask(url, client))
    answer.resume()
    return answer.statusCode
  }
  const atOnce = 40
  for (let word = 0; word < mostOfClient; word += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, more) => statusOf(`${path}${word + more}`)))
  expect(await statusOf(path)).toBe(429)
  expect(await statusOf('/admin/orders?q=1')).not.toBe(429)
  expect(await statusOf('/api/products?number=1')).not.toBe(429)
  expect(await statusOf('/gallery/profile-edit?notice=profile-saved')).not.toBe(429)
  expect(await statusOf(`/order/${'a'.repeat(43)}?from=mail`)).not.toBe(429)
})

test('S17: beyond the limit a page that many see alike says when to come again, and what is kept for all is still there', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => clock.mockRestore())
  const { ask } = await openHttpLayer({
    renderPage: async () => new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } }),
    addressOf: (path) => ({
      cache: path.startsWith('/own') ? 'never' : 'everybody',
      bodyBytes: { visitor: 0, session: 0 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
  })
  const get = async (path: string, client = '198.51.100.1') => {
    const answer = await answerTo(ask(path, { 'x-real-ip': client }))
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.toArray()).join('') }
  }
  const atOnce = 40
  for (let word = 0; word < mostOfClient; word += atOnce) {
    const some = Array.from({ length: atOnce }, (_, more) => get(`/search?q=${word + more}`))
    for (const { status } of await Promise.all(some)) expect(status).toBe(200)
  }
  const refused = await get('/search?q=more')
  expect(refused.status).toBe(429)
  expect(refused.body).toContain(tooManySearches.heading)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get('/search?q=more', '198.51.100.2')).status).toBe(200)
  for (const path of ['/search?q=more', '/search', '/own?q=1'])
    expect((await get(path)).status, path).toBe(200)
})
