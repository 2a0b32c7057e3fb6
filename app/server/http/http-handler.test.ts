import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, canonicalAddress, loggedPath } from '../../requested-address.ts'
import { createLog } from '../log.ts'
import { createEventStreams } from './event-streams.ts'
import { createFileHandler } from './files.ts'
import { createHttpHandler } from './http-handler.ts'
import { type HttpServer, listen } from './http-server.ts'
import { createRenderLanes } from './render-lanes.ts'

let server: HttpServer
let folder = ''
let logged: string[] = []
let seen: Request[] = []
let renderPage: (request: Request) => Promise<Response>

let isReady = true
let writesFail = false
let takesWrites = true
let move: { state: 'leaving' | 'left'; endsAt: number } | undefined
let resolved: string[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answer-'))
  logged = []
  seen = []
  isReady = true
  writesFail = false
  takesWrites = true
  move = undefined
  resolved = []
  renderPage = async () => new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
  server = await listen('127.0.0.1', 0)
  const handleFile = createFileHandler(undefined, { imagesDir: join(folder, 'images') })
  writeFileSync(join(folder, 'images', 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  server.handOver(
    createHttpHandler({
      log: createLog('info', (line) => logged.push(line), Date.now),
      siteOrigin: 'https://shop.example',
      writeOrigins: () => ['https://shop.example'],
      trustedProxyHeader: 'x-real-ip',
      redirectOtherHosts: true,
      addressOf,
      canonicalAddress: (url) => {
        resolved.push(url)
        return canonicalAddress(url)
      },
      loggedPath,
      newRequestId: () => 'request-1',
      pageCacheBytes: 1_000_000,
      lanes: createRenderLanes(),
      streams: createEventStreams(),
      hasSession: (cookie) => cookie?.includes('session=') ?? false,
      isAtDesk: (cookie) => cookie === 'desk',
      passesGate: () => false,
      refuseUpload: async () => undefined,
      hiddenFrom: async () => null,
      handleFile,
      ready: async () => isReady,
      writesFail: () => writesFail,
      takesWrites: () => takesWrites,
      move: () => move,
      renderPage: (request) => {
        seen.push(request)
        return renderPage(request)
      },
    }),
  )
})
afterEach(async () => {
  await server.close(0)
  rmSync(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** A raw request: the path is sent as it is, which fetch would not do. */
const send = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, method, path, headers },
      async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
      },
    )
    request.on('error', reject)
    request.end(body)
  })

test('every answer carries the security headers', async () => {
  for (const path of ['/', '/kits', '/kits', '/healthz', '/Image/a.svg', '/Image/none.svg', '/%zz']) {
    const { headers } = await send('GET', path)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('same-origin')
    expect(headers['strict-transport-security'], path).toContain('max-age=')
  }
})

test('the public address is the one of the settings, whatever the Host header says (S4)', async () => {
  await send('GET', '/page', { host: 'localhost' })
  expect(seen[0]?.url).toBe('https://shop.example/page')
})

test('P24: one cached copy answers an address with whatever parameters the page does not know', async () => {
  let count = 0
  renderPage = async (request) => {
    count += 1
    return new Response(`drawing ${count} of ${request.url}`, { headers: { 'content-type': 'text/html' } })
  }
  const drawing = (await send('GET', '/all-products?utm_source=x&count=12&gad_source=1&name=a')).body
  expect(drawing).toBe('drawing 1 of https://shop.example/all-products?name=a&count=12')
  for (const query of ['name=a&count=12', '_ga=1&name=a&count=12', 'x=%zz&y=%00&name=a&name=b&count=12'])
    expect((await send('GET', `/all-products?${query}`)).body, query).toBe(drawing)
  expect((await send('GET', '/all-products?count=12')).body).toContain('drawing 2 ')
  expect(logged.filter((line) => line.includes('"request"'))).toHaveLength(2)
})

test('P24: a redirect keeps the parameters that each visitor came with', async () => {
  renderPage = async () => new Response(null, { status: 302, headers: { location: '/kits/K-1' } })
  const asked = ['?gclid=1', '?utm_source=b&x', ''].map((query) => send('GET', `/kits/k-1${query}`))
  expect((await Promise.all(asked)).map(({ headers }) => headers.location)).toEqual([
    '/kits/K-1?gclid=1',
    '/kits/K-1?utm_source=b&x',
    '/kits/K-1',
  ])
  renderPage = async () => new Response(null, { status: 302, headers: { location: '/kits?level=a' } })
  expect((await send('GET', '/kits/k-2?x=1')).headers.location).toBe('/kits?level=a')
})

test('P24: a parameter that a page knows and nobody can decode gets 400, cached copy or not', async () => {
  await send('GET', '/all-products')
  for (const path of ['/all-products?name=%96%83', '/success?session_id=%zz', '/all-products.data?count=%'])
    expect((await send('GET', path)).status, path).toBe(400)
})

test('P24: what an address stands for is found out once for a request, cached copy or not', async () => {
  const paths = ['/kits?level=a&x=1', '/kits?level=a&x=1', '/login?x=1']
  for (const path of paths) await send('GET', path)
  expect(resolved).toEqual(paths)
})

test('P24: an address of any length is answered; a long one is not cached, and too long a value asks for nothing', async () => {
  const ask = async (characters: number) => {
    const before = seen.length
    for (const time of [1, 2])
      expect((await send('GET', `/kits?level=${'a'.repeat(characters)}`)).status, `time ${time}`).toBe(200)
    return seen.length - before
  }
  expect(await ask(400)).toBe(2)
  expect(await ask(10_000)).toBe(1)
})

test('HEAD tells the length of what GET answers, cached or not', async () => {
  const size = 5_000
  renderPage = async (request) => {
    const body = request.method === 'HEAD' ? null : 'a'.repeat(size)
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } })
  }
  for (const path of [
    '/kits',
    '/login',
    '/no-such',
    '/api/goods',
    '/healthz',
    '/readyz',
    '/%zz',
    '/Image/a.svg',
  ]) {
    const [get, head] = [await send('GET', path), await send('HEAD', path)]
    expect(head, path).toMatchObject({ status: get.status, body: '' })
    expect(head.headers['content-length'], path).toBe(String(Buffer.byteLength(get.body)))
  }
})

test.each(['/', '/kits', '/all-products?name=a&utm_source=x', '/order/token', '/no-such', '/Image/a.svg'])(
  'a read of %s under a second public name is sent to the public address',
  async (path) => {
    await send('GET', path)
    for (const host of ['www.shop.example', 'www.shop.example:8443', 'evil.example', 'shop.example.'])
      for (const method of ['GET', 'HEAD'])
        expect(await send(method, path, { host }), host).toMatchObject({
          status: 308,
          headers: { location: `https://shop.example${path}`, 'cache-control': 'no-store' },
        })
  },
)

test('ASVS 3.4.1: HSTS names this host alone', async () => {
  expect((await send('GET', '/')).headers['strict-transport-security']).toBe('max-age=31536000')
})

test('ASVS 16.2.5, S23: no line of the log holds the token of an order, however its address was spelt', async () => {
  const token = 'q9X_-zLm3V5aBcDeFgHiJkLmNoPqRsTu'
  renderPage = () => Promise.reject(new Error('broken'))
  for (const path of [
    `/order/${token}?x=1`,
    `//order/${token}`,
    `/order/${token}/`,
    `/%6frder/${token}`,
    `/ORDER/${token}.data`,
    `/api%2Forders/${token}`,
    `/login?next=/order/${token}`,
    `/order/${token}%zz`,
  ])
    await send('GET', path)
  await send('POST', `/order/${token}`)
  await send('GET', `/order/${token}`, { host: 'www.shop.example' })
  expect(logged.length).toBeGreaterThanOrEqual(10)
  expect(logged.filter((line) => line.includes(token.slice(0, 8)))).toEqual([])
})

test('a body above the limit gets 413, declared or not, and reaches no page', async () => {
  const origin = { origin: 'https://shop.example' }
  expect(
    (await send('POST', '/x', { ...origin, 'content-length': '262145' }, 'a'.repeat(262_145))).status,
  ).toBe(413)
  expect(
    (await send('POST', '/x', { ...origin, 'transfer-encoding': 'chunked' }, 'a'.repeat(262_145))).status,
  ).toBe(413)
  expect(seen).toHaveLength(0)
})

test('a body that is declared too large is refused before it is sent', async () => {
  const headers = { origin: 'https://shop.example', 'content-length': '262145' }
  const asked = httpRequest({ host: '127.0.0.1', port: server.port, method: 'POST', path: '/x', headers })
  asked.on('error', () => {})
  asked.flushHeaders()
  const [answer] = await once(asked, 'response')
  expect(answer.statusCode).toBe(413)
  asked.destroy()
})

test('ASVS 16.5.1, 16.5.4: a surprise is logged once with its number, and gets the fallback error page without a detail', async () => {
  renderPage = () => Promise.reject(new Error('password=hunter2'))
  const answer = await send('GET', '/page')
  expect(answer.status).toBe(500)
  expect(answer.body).toContain('request-1')
  expect(answer.body).not.toContain('hunter2')
  const failures = logged.filter((line) => line.includes('request failed'))
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain('request-1')
})

test('a call gets its error as JSON', async () => {
  renderPage = () => Promise.reject(new Error('broken'))
  const answer = await send('GET', '/api/anything')
  expect(answer.headers['content-type']).toContain('application/json')
  expect(JSON.parse(answer.body)).toEqual({
    message: '申し訳ありません。エラーが発生しました',
    requestId: 'request-1',
  })
})

test('ASVS 3.2.1, P18: a picture is served from its folder only, and can run nothing', async () => {
  const picture = await send('GET', '/Image/a.svg')
  expect(picture.headers['content-type']).toBe('image/svg+xml')
  expect(picture.headers['content-security-policy']).toContain("default-src 'none'")
  for (const path of ['/Image/../secret.txt', '/Image/%2e%2e/secret.txt', '/Image/..%2fsecret.txt'])
    expect((await send('GET', path)).body, path).not.toContain('secret')
})

// Windows keeps no socket in a folder.
test.skipIf(process.platform === 'win32')(
  'a picture that cannot be opened is told calmly, and logged once',
  async () => {
    const noFile = createServer().listen(join(folder, 'images', 'no.jpg'))
    await once(noFile, 'listening')
    const answer = await send('GET', '/Image/no.jpg')
    noFile.close()
    expect(answer).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } })
    expect(answer.body).toContain('request-1')
    expect(logged.filter((line) => line.includes('request failed'))).toHaveLength(1)
  },
)

test('a page that shows no member comes from the cache with a session too', async () => {
  let count = 0
  renderPage = async (request) => {
    count += 1
    return new Response(`drawing ${count} ${request.headers.has('cookie')}`)
  }
  const member = { cookie: 'session=1' }
  expect((await send('GET', '/kits', member)).body).toBe('drawing 1 false')
  expect((await send('GET', '/kits')).body).toBe('drawing 1 false')
  expect((await send('GET', '/kits.data', member)).body).toBe('drawing 2 false')
  expect((await send('GET', '/kits.data', member)).body).toBe('drawing 2 false')
})

test('N99: a page for everybody is drawn for who is at the desk, and neither read from the cache for her nor put there', async () => {
  let count = 0
  renderPage = async () => {
    count += 1
    return new Response(`drawing ${count}`, { headers: { 'content-type': 'text/html' } })
  }
  expect((await send('GET', '/kits', { cookie: 'desk' })).body).toBe('drawing 1')
  expect((await send('GET', '/kits')).body).toBe('drawing 2')
  expect((await send('GET', '/kits', { cookie: 'desk' })).body).toBe('drawing 3')
  expect((await send('GET', '/kits', { cookie: 'other' })).body).toBe('drawing 2')
})

test('a page that may show a member is neither read from the cache with a session, nor put there', async () => {
  let count = 0
  renderPage = async () => {
    count += 1
    return new Response(`drawing ${count}`, { headers: { 'content-type': 'text/html' } })
  }
  const member = { cookie: 'session=1' }
  expect((await send('GET', '/gallery', member)).body).toBe('drawing 1')
  expect((await send('GET', '/gallery')).body).toBe('drawing 2')
  expect((await send('GET', '/gallery')).body).toBe('drawing 2')
  expect((await send('GET', '/gallery', member)).body).toBe('drawing 3')
})

test('the router’s own words for a failed call never reach a visitor', async () => {
  renderPage = async () => Response.json({ message: 'Unexpected Server Error' }, { status: 405 })
  const refused = await send('POST', '/api/goods', { origin: 'https://shop.example' })
  expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  expect(JSON.parse(refused.body)).toMatchObject({ message: 'この操作には対応していません' })
  renderPage = async () => new Response('Unexpected Server Error', { status: 500 })
  const failed = await send('GET', '/sitemap.xml')
  expect(failed.status).toBe(500)
  expect(failed.body).toContain('エラーが発生しました')
})

test('D2: a call whose page fails is answered in JSON, kept or not, by its address or by what it accepts', async () => {
  renderPage = async () => new Response('Unexpected Server Error', { status: 503 })
  for (const [path, headers] of [
    ['/api/goods', {}],
    ['/api/recipes/x/comments', {}],
    ['/.netlify/functions/checkout-status', {}],
    ['/gallery/detail/x/reactions', { accept: 'application/json' }],
  ] as const) {
    const answer = await send('GET', path, headers)
    expect([answer.status, answer.headers['content-type']], path).toEqual([
      503,
      'application/json; charset=utf-8',
    ])
    expect(JSON.parse(answer.body), path).toMatchObject({ message: 'ただいま混み合っています' })
  }
  expect((await send('GET', '/gallery/detail/x/reactions')).body).toContain('<h1>ただいま混み合っています')
})

test('a page that takes no write says what it takes', async () => {
  renderPage = async () =>
    new Response('<p>no</p>', { status: 405, headers: { 'content-type': 'text/html' } })
  const answer = await send('POST', '/no-such', { origin: 'https://shop.example' })
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' }, body: '<p>no</p>' })
})

test('the health addresses answer who reads', async () => {
  expect((await send('POST', '/healthz', {})).status).toBe(403)
})

test('D2: while the database is away the process lives and is not ready; of why it says nothing', async () => {
  isReady = false
  expect((await send('GET', '/healthz')).status).toBe(200)
  expect(await send('GET', '/readyz')).toMatchObject({ status: 503, body: 'not ready\n' })
  isReady = true
  expect((await send('GET', '/readyz')).status).toBe(200)
})

test('D65: while writes fail the shop is ready, for pages go on, and its body says it', async () => {
  writesFail = true
  expect(await send('GET', '/readyz')).toMatchObject({ status: 200, body: 'ok, but writes fail\n' })
  expect(await send('GET', '/healthz')).toMatchObject({ status: 200, body: 'ok\n' })
  isReady = false
  expect(await send('GET', '/readyz')).toMatchObject({ status: 503, body: 'not ready\n' })
  isReady = true
  writesFail = false
  expect(await send('GET', '/readyz')).toMatchObject({ status: 200, body: 'ok\n' })
})

test('D30: a write during a move is told how long it lasts, after it that it is over, and never a minute that does not end', async () => {
  takesWrites = false
  const told = async () => {
    const answer = await send('POST', '/page', { origin: 'https://shop.example' }, 'a=1')
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '30' } })
    return answer.body
  }
  move = { state: 'leaving', endsAt: Date.now() + 50_000 }
  expect(await told()).toMatch(/引っ越し中です.*（あと1分ほど）/s)
  move = { state: 'leaving', endsAt: Date.now() - 1 }
  expect(await told()).toMatch(/引っ越し中です/)
  expect(await told()).not.toMatch(/分ほど/)
  move = { state: 'left', endsAt: Date.now() + 50_000 }
  expect(await told()).toMatch(/引っ越しが終わりました/)
  expect(await told()).not.toMatch(/引っ越し中|分ほど/)
})

test('D9: while the database is not ours, nothing that writes reaches a page, and reads go on', async () => {
  takesWrites = false
  const origin = 'https://shop.example'
  for (const path of ['/page', '/api/stripe/webhook', '/api/create-checkout-session'])
    expect(await send('POST', path, { origin }, 'a=1'), path).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
  expect(seen).toEqual([])
  expect((await send('GET', '/page')).status).toBe(200)
  takesWrites = true
  expect((await send('POST', '/page', { origin }, 'a=1')).status).toBe(200)
})
