import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createPageCache } from '../page-cache.ts'
import { createAnswer } from './answer-request.ts'
import { createFileAnswer } from './files.ts'
import { type HttpServer, listen } from './http-server.ts'
import { writeOrigins } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { drawnPage } from './send-answer.ts'

let server: HttpServer
let folder = ''
let logged: string[] = []
let seen: Request[] = []
let drawPage: (request: Request) => Promise<Response>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'answer-'))
  logged = []
  seen = []
  drawPage = async () => new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } })
  server = await listen('127.0.0.1', 0)
  const answerFile = createFileAnswer(undefined, join(folder, 'images'))
  writeFileSync(join(folder, 'images', 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  server.handOver(
    createAnswer({
      log: createLog('info', (line) => logged.push(line), Date.now),
      siteOrigin: 'https://shop.example',
      writeOrigins: ['https://shop.example'],
      trustedProxyHeader: 'x-real-ip',
      signedWritePath: '/api/stripe/webhook',
      newRequestId: () => 'request-1',
      now: Date.now,
      pageCache: createPageCache(
        async (url) =>
          drawnPage(await drawPage(new Request(`https://shop.example${url}`)), securityHeaders(true)),
        Date.now,
        1_000_000,
      ),
      pageKind: (address) => (address.startsWith('/kept') ? 'keep' : 'pass'),
      hasSession: (cookie) => cookie?.includes('session=') ?? false,
      answerFile,
      ready: async () => true,
      drawPage: (request) => {
        seen.push(request)
        return drawPage(request)
      },
      bodyLimit: () => 1_000,
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
  for (const path of ['/', '/kept', '/kept', '/healthz', '/Image/a.svg', '/Image/none.svg', '/%zz']) {
    const { headers } = await send('GET', path)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['referrer-policy'], path).toBe('same-origin')
    expect(headers['strict-transport-security'], path).toContain('max-age=')
  }
})

test('the public address is the one of the settings, whatever the Host header says (S4)', async () => {
  await send('GET', '/page', { host: 'evil.example' })
  expect(seen[0]?.url).toBe('https://shop.example/page')
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

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
  'the method %s is refused with the ones that are known',
  async (method) => {
    const answer = await send(method, '/', { origin: 'https://shop.example' })
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, POST')
  },
)

test('a write is taken from our own site only; the signed one needs no origin', async () => {
  expect((await send('POST', '/x', {}, 'a')).status).toBe(403)
  expect((await send('POST', '/x', { origin: 'https://evil.example' }, 'a')).status).toBe(403)
  expect((await send('POST', '/x', { origin: 'null' }, 'a')).status).toBe(403)
  expect((await send('POST', '/x', { origin: 'https://shop.example' }, 'a')).status).toBe(200)
  expect((await send('POST', '/api/stripe/webhook', {}, 'a')).status).toBe(200)
})

test('a body above the limit gets 413, declared or not, and reaches no page', async () => {
  const origin = { origin: 'https://shop.example' }
  expect((await send('POST', '/x', { ...origin, 'content-length': '1001' }, 'a'.repeat(1_001))).status).toBe(
    413,
  )
  expect(
    (await send('POST', '/x', { ...origin, 'transfer-encoding': 'chunked' }, 'a'.repeat(1_001))).status,
  ).toBe(413)
  expect(seen).toHaveLength(0)
})

test('a surprise is logged once with its number, and answered calmly without a detail', async () => {
  drawPage = () => Promise.reject(new Error('password=hunter2'))
  const answer = await send('GET', '/page')
  expect(answer.status).toBe(500)
  expect(answer.body).toContain('request-1')
  expect(answer.body).not.toContain('hunter2')
  const failures = logged.filter((line) => line.includes('request failed'))
  expect(failures).toHaveLength(1)
  expect(failures[0]).toContain('request-1')
})

test('a call gets its error as JSON', async () => {
  drawPage = () => Promise.reject(new Error('broken'))
  const answer = await send('GET', '/api/anything')
  expect(answer.headers['content-type']).toContain('application/json')
  expect(JSON.parse(answer.body)).toEqual({
    message: '申し訳ありません。エラーが発生しました',
    requestId: 'request-1',
  })
})

test('P18: a picture is served from its folder only, and can run nothing', async () => {
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

test('a request with a session neither reads nor fills the page cache', async () => {
  let count = 0
  drawPage = async () => {
    count += 1
    return new Response(`drawing ${count}`, { headers: { 'content-type': 'text/html' } })
  }
  const member = { cookie: 'session=1' }
  expect((await send('GET', '/kept', member)).body).toBe('drawing 1')
  expect((await send('GET', '/kept')).body).toBe('drawing 2')
  expect((await send('GET', '/kept')).body).toBe('drawing 2')
  expect((await send('GET', '/kept', member)).body).toBe('drawing 3')
})

test('a demo takes localhost and 127.0.0.1 as the same, a real shop its own address only', () => {
  expect(writeOrigins('http://localhost:3000', true)).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
  ])
  expect(writeOrigins('http://localhost:3000', false)).toEqual(['http://localhost:3000'])
  expect(writeOrigins('https://shop.example', true)).toEqual(['https://shop.example'])
})

test('the router’s own words for a failed call never reach a visitor', async () => {
  drawPage = async () => Response.json({ message: 'Unexpected Server Error' }, { status: 405 })
  const refused = await send('POST', '/api/goods', { origin: 'https://shop.example' })
  expect(refused).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  expect(JSON.parse(refused.body)).toMatchObject({ message: 'この操作には対応していません' })
  drawPage = async () => new Response('Unexpected Server Error', { status: 500 })
  const failed = await send('GET', '/sitemap.xml')
  expect(failed.status).toBe(500)
  expect(failed.body).toContain('エラーが発生しました')
})

test('a page that takes no write says what it takes', async () => {
  drawPage = async () => new Response('<p>no</p>', { status: 405, headers: { 'content-type': 'text/html' } })
  const answer = await send('POST', '/terms', { origin: 'https://shop.example' })
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' }, body: '<p>no</p>' })
})

test('the health addresses answer who reads', async () => {
  expect((await send('POST', '/healthz', {})).status).toBe(403)
})
