import { once } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../../tests/support/http-layer.ts'
import { type RawAnswer, rawRequest } from '../../../tests/support/raw-request.ts'
import { addresses } from '../../addresses.ts'
import { addressOf, canonicalAddress } from '../../requested-address.ts'
import { createEventStreams } from './event-streams.ts'
import { bodyLimits } from './request-body.ts'

/** What has reached the pages. */
let seen: Request[] = []
let send: (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: string,
) => Promise<RawAnswer>

beforeEach(async () => {
  seen = []
  const { server } = await openHttpLayer({
    addressOf,
    canonicalAddress,
    redirectOtherHosts: true,
    renderPage: async (request) => {
      seen.push(request)
      return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
    },
  })
  send = (method, path, headers = {}, body = '') =>
    rawRequest(`http://127.0.0.1:${server.port}`, { method, path, headers }, body === '' ? [] : [body])
})

test.each([
  { kind: 'a half percent sign', path: '/%zz' },
  { kind: 'a null character', path: '/%00' },
  { kind: 'a line break', path: '/a\\b' },
  { kind: 'two slashes', path: '//evil.example' },
  { kind: 'half a character', path: '/%E3%81' },
  { kind: '9,000 characters', path: `/${'a'.repeat(9_000)}` },
  { kind: 'a backslash', path: '/a\\b' },
])('a path with $kind gets 400 and a sentence', async ({ path }) => {
  const answer = await send('GET', path)
  expect(answer.status).toBe(400)
  expect(answer.body).toContain('このアドレスは開けません')
  expect(seen).toHaveLength(0)
})

const asked = Object.entries(addresses).flatMap(([path, { page, parameters }]) =>
  parameters.flatMap((name) => {
    const place = path.replaceAll(/:\w+/g, 'a')
    return page && place !== '/' ? [`${place}?${name}=`, `${place}.data?${name}=`] : [`${place}?${name}=`]
  }),
)

test.each(asked)(
  'P24: %s with a NUL or half a character, which no database stores, gets 400',
  async (start) => {
    for (const value of ['%00', 'a%00b', '%ED%A0%80', '%C3'])
      expect(await send('GET', `${start}${value}`), value).toMatchObject({ status: 400 })
    // Behind so many others that the table does not read it.
    expect(await send('GET', `${start.replace('?', `?${'x&'.repeat(200)}`)}%00`)).toMatchObject({
      status: 400,
    })
    expect(seen).toHaveLength(0)
    expect(await send('GET', `${start}a`)).toMatchObject({ status: 200 })
  },
)

test('P24: a NUL anywhere makes an address one that cannot be decoded, which gets 400 and no nearest page', async () => {
  for (const path of [
    '/%00',
    '/all-products%00',
    '/?unknown=%00',
    '/?_ga=1&unknown=a%00b',
    '/?%00',
    '/#a?x=%00',
  ]) {
    const answer = await send('GET', path)
    expect(answer.status, path).toBe(400)
    expect(answer.body, path).toContain('このアドレスは開けません')
  }
  expect(seen).toHaveLength(0)
  // The sign itself, encoded twice, is three letters of a text.
  expect((await send('GET', '/?unknown=%2500')).status).toBe(200)
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
  'the method %s is refused with the ones that are known',
  async (method) => {
    const answer = await send(method, '/', { origin: 'https://shop.example' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  },
)

test('ASVS 3.5.1: a write is taken from our own site, the signed one from anywhere', async () => {
  expect((await send('POST', '/x', { origin: 'https://shop.example' }, 'a')).status).toBe(200)
  expect((await send('POST', '/api/stripe/webhook', {}, 'a')).status).toBe(200)
  expect(seen).toHaveLength(2)
})

test.each([
  undefined,
  '',
  'null',
  'https://evil.example',
  'https://shop.example.evil',
  'https://evilshop.example',
  'https://www.shop.example',
  'https://shop.example:444',
  'https://shop.example:443',
  'https://shop.example/',
  'https://shop.example.',
  'https://shop.exampl',
  'http://shop.example',
  'HTTPS://SHOP.EXAMPLE',
  'https://shop.example@evil.example',
  'https://shop.example, https://evil.example',
  'http://localhost:3000',
])('a write from %s is refused', async (origin) => {
  expect((await send('POST', '/x', origin === undefined ? {} : { origin }, 'a')).status).toBe(403)
  expect(seen).toHaveLength(0)
})

test.each([
  '/api/stripe/webhookx',
  '/api/stripe/webhook/x',
  '/api/stripe/webhook/',
  '/api/stripe/webhook.data',
  '/API/STRIPE/WEBHOOK',
  '/api/stripe/%77ebhook',
])('%s is not the webhook: the origin counts, and the small limit', async (path) => {
  expect((await send('POST', path, {}, 'a')).status).toBe(403)
  const origin = { origin: 'https://shop.example' }
  expect((await send('POST', path, origin, 'a'.repeat(262_145))).status).toBe(413)
  expect((await send('POST', '/api/stripe/webhook', {}, 'a'.repeat(262_145))).status).toBe(200)
})

test.each([
  'shop.example',
  'SHOP.example',
  'shop.example:3000',
  'localhost:3000',
  '127.0.0.1:3000',
  '10.0.0.7',
  '[::1]:3000',
  'app:3000',
  'not a name',
])('a read under %s, which a proxy may have written, is answered', async (host) => {
  for (const path of ['/kits', '/kits', '/login'])
    expect((await send('GET', path, { host })).status, path).toBe(200)
})

test('under a second name writes, the webhook, and questions for health are not redirected', async () => {
  const host = 'www.shop.example'
  expect((await send('GET', '/healthz', { host })).status).toBe(200)
  expect((await send('GET', '/readyz', { host })).status).toBe(200)
  expect((await send('GET', '/api/stripe/webhook', { host })).status).toBe(200)
  expect((await send('POST', '/api/stripe/webhook', { host }, 'a')).status).toBe(200)
  expect((await send('POST', '/x', { host, origin: 'https://shop.example' }, 'a')).status).toBe(200)
  expect((await send('POST', '/x', { host, origin: 'https://www.shop.example' }, 'a')).status).toBe(403)
})

test.each(['//evil.example/', '/\\evil.example', 'http://evil.example/', '@evil.example/', '/%zz'])(
  'no redirect leads out of the shop: %s',
  async (path) => {
    const answer = await send('GET', path, { host: 'www.shop.example' })
    expect(answer.status).toBe(400)
    expect(answer.headers.location).toBeUndefined()
  },
)

test('N6: a write to the desk by whom it is hidden from is not found, before a byte of it is taken', async () => {
  const asked: string[] = []
  const { ask } = await openHttpLayer({
    addressOf,
    hasSession: () => true,
    hiddenFrom: async ({ url = '' }, client) => {
      asked.push(`${url} ${client}`)
      return url === '/admin/enter?open' ? null : url === '/admin/more' ? 'member' : 'visitor'
    },
    renderPage: async () => new Response('<p>page</p>'),
  })
  const headers = { origin: shopOrigin, 'x-real-ip': '203.0.113.7', 'content-length': '900' }
  const begun = ask('/admin/enter', headers, 'POST')
  begun.write('some of it')
  const [answer] = await once(begun, 'response')
  expect(answer).toMatchObject({ statusCode: 404, headers: { connection: 'close' } })
  begun.end('x'.repeat(890))
  const short = { ...headers, 'content-length': '0' }
  for (const path of ['/admin', '/admin/nothing', '/Admin', '/%61dmin/orders/'])
    expect((await answerTo(ask(path, short, 'POST'))).statusCode, path).toBe(404)
  expect((await answerTo(ask('/admin/enter?open', short, 'POST'))).statusCode).toBe(200)
  expect((await answerTo(ask('/admin/enter'))).statusCode).toBe(200)
  expect((await answerTo(ask('/gallery/login', short, 'POST'))).statusCode).toBe(200)
  expect(asked).toEqual(
    ['/admin/enter', '/admin', '/admin/nothing', '/Admin', '/%61dmin/orders/', '/admin/enter?open'].map(
      (path) => `${path} 203.0.113.7`,
    ),
  )
})

test('N108: a write to the desk leads whoever is signed out to the sign-in and back, and a member nowhere', async () => {
  let who: 'visitor' | 'member' = 'visitor'
  const { ask } = await openHttpLayer({
    addressOf,
    hiddenFrom: async () => who,
    renderPage: async () => new Response('<p>page</p>'),
  })
  const posted = async (path: string) => {
    const answer = await answerTo(ask(path, { origin: shopOrigin, 'content-length': '0' }, 'POST'))
    return (await answer.setEncoding('utf8').toArray()).join('')
  }
  const [known, unknown] = [await posted('/admin/orders?q=1'), await posted('/admin/nothing?q=1')]
  expect(known).toContain('<a href="/gallery/login?next=%2Fadmin%2Forders%3Fq%3D1">ログイン</a>')
  expect(unknown).toBe(known.replace('orders', 'nothing'))
  expect(await posted('/admin/"><b>')).not.toContain('<b>')
  who = 'member'
  expect(await posted('/admin/orders')).not.toContain('ログイン')
})

test('N108: whoever has every stream open is told the same of the stream of the desk as of its other addresses', async () => {
  let isHidden = true
  const { ask } = await openHttpLayer({
    addressOf,
    streams: {
      ...createEventStreams(),
      refuse: ({ response }) => {
        response.writeHead(429).end()
        return true
      },
    },
    hiddenFrom: async () => (isHidden ? 'visitor' : null),
    renderPage: async () => new Response('<p>page</p>', { status: 404 }),
  })
  const statuses = async () => [
    (await answerTo(ask('/admin/events'))).statusCode,
    (await answerTo(ask('/admin/nothing'))).statusCode,
  ]
  expect(await statuses()).toEqual([404, 404])
  isHidden = false
  expect(await statuses()).toEqual([429, 404])
})

const layerOfForm = async (limits: Partial<typeof bodyLimits>, tellsSize: () => boolean) => {
  const { ask } = await openHttpLayer({
    addressOf: () => ({
      cache: 'never',
      bodyBytes: { visitor: 1_000, session: 1_000 },
      tellsSize: tellsSize(),
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
    bodyLimits: { ...bodyLimits, ...limits },
    renderPage: async () => new Response('<p>page</p>'),
  })
  return (path: string, body: string, headers: Record<string, string> = {}) =>
    answerTo(ask(path, { origin: shopOrigin, ...headers }, 'POST'), body)
}

test.each([
  ['too many bytes', { 'content-type': 'text/csv' }, 'x'.repeat(1_100)],
  ['too many lines', { 'content-type': 'multipart/form-data; boundary=x' }, '\n'.repeat(501)],
])('N44: a form of %s is told of by its page where the address says so', async (_, headers, body) => {
  let tellsSize = true
  const post = await layerOfForm({ lines: 500 }, () => tellsSize)
  const told = await post('/form?x=1', body, headers)
  expect(told).toMatchObject({ statusCode: 303, headers: { location: '/form?refused=size' } })
  // A script reports it beside its button, and follows no redirect.
  expect((await post('/form.data', body, headers)).statusCode).toBe(413)
  tellsSize = false
  expect((await post('/form', body, headers)).statusCode).toBe(413)
})

test('N44: a form that the shop has no room for now is not told that it is too large', async () => {
  const post = await layerOfForm({ pages: 100 }, () => true)
  expect((await post('/form', 'x'.repeat(500))).statusCode).toBe(503)
})
