import { once } from 'node:events'
import { type ClientRequest, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../../tests/support/http-layer.ts'
import type { HttpParts } from './http-handler.ts'
import { type BodyLimits, bodyLimits, createUploadReader } from './request-body.ts'

const never = 600_000
const patient: BodyLimits = {
  ...bodyLimits,
  wholeMs: never,
  uploadSilenceMs: never,
  uploadMs: never,
}

const uploadAddress = {
  cache: 'never',
  bodyBytes: { visitor: 0, session: 1_000 },
  stream: false,
  writes: 'same origin',
  lane: 'pages',
} as const

/** A shop with uploads of at most 1,000 bytes at /upload; `taken` holds what its pages got. */
const openUploads = async (limits: Partial<BodyLimits> = {}, parts: Partial<HttpParts> = {}) => {
  const taken: string[] = []
  const shop = await openHttpLayer({
    bodyLimits: { ...patient, ...limits },
    hasSession: (cookie) => cookie === 'session=1',
    addressOf: (path) => ({
      cache: 'never',
      bodyBytes: { visitor: path === '/upload' ? 0 : 1_000, session: 1_000 },
      upload: path === '/upload',
      stream: false,
      writes: 'same origin',
      lane: path === '/checkout' ? 'checkout' : 'pages',
    }),
    renderPage: async (request) => {
      taken.push(Buffer.from(await request.bytes()).toString('latin1'))
      return new Response('taken')
    },
    ...parts,
  })
  const post = (path: string, headers: Record<string, string> = {}) =>
    shop.ask(path, { origin: shopOrigin, cookie: 'session=1', ...headers }, 'POST')
  const upload = (body: string | Uint8Array, headers?: Record<string, string>) =>
    answerTo(post('/upload', { 'content-length': String(body.length), ...headers }), body)
  /** An upload of which only `some` is sent as yet. */
  const begin = (length: number, some: string, headers?: Record<string, string>) => {
    const begun = post('/upload', { 'content-length': String(length), expect: '100-continue', ...headers })
    begun.flushHeaders()
    return once(begun, 'continue').then(() => {
      begun.write(some)
      return begun
    })
  }
  return { ...shop, taken, post, upload, begin }
}
const answerOf = async (asked: ClientRequest): Promise<IncomingMessage> => {
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (answer === undefined) throw new Error('no answer')
  return answer
}
const bytes = (count: number) => 'a'.repeat(count)

test('an upload is one raw body, handed to the pages byte for byte', async () => {
  const { upload, taken } = await openUploads()
  const body = Buffer.from(Array.from({ length: 256 }, (_, code) => code))
  expect((await upload(body, { 'content-type': 'image/jpeg' })).statusCode).toBe(200)
  expect(taken).toEqual([body.toString('latin1')])
})

test.each([
  { what: 'a slow body', path: '/page', limits: { wholeMs: 20 } },
  { what: 'an upload that falls silent', path: '/upload', limits: { uploadSilenceMs: 20 } },
  { what: 'an upload without end', path: '/upload', limits: { uploadMs: 20 } },
])('$what is told 408 in Japanese, and reaches no page', async ({ path, limits }) => {
  const { post, taken } = await openUploads(limits)
  const slow = post(path, { 'content-length': '900' })
  slow.write(bytes(10))
  const answer = await answerOf(slow)
  expect(answer).toMatchObject({ statusCode: 408, headers: { connection: 'close' } })
  expect(await text(answer)).toContain('時間内に届きませんでした')
  expect(taken).toEqual([])
})

test('an upload may take longer than another body and than any silence, as long as bytes of it come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const request = new IncomingMessage(new Socket())
  request.headers['content-length'] = '5'
  const read = createUploadReader(bodyLimits)(request, 1_000, 'client', async (body) =>
    Buffer.from(body).toString(),
  )
  for (const letter of 'abcde') {
    vi.advanceTimersByTime(bodyLimits.uploadSilenceMs - 1)
    request.push(letter)
    await new Promise((resolve) => setImmediate(resolve))
  }
  request.push(null)
  expect(await read).toEqual({ ok: true, value: 'abcde' })
})

test('ASVS 6.3.4, A3: an upload of who passed the gate of its address is taken without a session', async () => {
  const passesGate = (cookie: string | undefined, path: string) => cookie === 'gate=1' && path === '/upload'
  const { upload, taken } = await openUploads({}, { passesGate })
  expect((await upload('abc', { cookie: 'gate=1' })).statusCode).toBe(200)
  expect((await upload('abc', { cookie: 'gate=2' })).statusCode).toBe(401)
  expect(taken).toEqual(['abc'])
})

test('D5: an upload that would be refused whatever it holds is answered before a byte of it is taken', async () => {
  const asked: string[] = []
  const refuseUpload: HttpParts['refuseUpload'] = async ({ url = '', method }, address) => {
    asked.push(`${method} ${url} ${address}`)
    return url.endsWith('full') ? Response.json({ error: '場所がありません。' }, { status: 507 }) : undefined
  }
  const { ask, upload, taken } = await openUploads(
    {},
    { refuseUpload, addressOf: () => ({ ...uploadAddress, upload: true }) },
  )
  const headers = {
    origin: shopOrigin,
    cookie: 'session=1',
    'x-real-ip': '203.0.113.7',
    'content-length': '900',
  }
  const begun = ask('/upload?full', headers, 'POST')
  begun.write('some of it')
  const answer = await answerOf(begun)
  expect(answer).toMatchObject({ statusCode: 507, headers: { connection: 'close' } })
  begun.end(bytes(890))
  expect(await text(answer)).toBe('{"error":"場所がありません。"}')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect((await upload('abc', { 'x-real-ip': '203.0.113.8' })).statusCode).toBe(200)
  expect((await answerTo(ask('/upload'))).statusCode).toBe(200)
  expect((await answerTo(ask('/upload?full', { origin: shopOrigin }, 'POST'), '')).statusCode).toBe(401)
  expect(asked).toEqual(['POST /upload?full 203.0.113.7', 'POST /upload 203.0.113.8'])
  expect(taken).toEqual(['abc', ''])
})

test.each<{ what: string; status: number; words: string; headers: Record<string, string> }>([
  {
    what: 'of a made-up session',
    status: 401,
    words: 'ログインが必要です',
    headers: { cookie: 'session=2' },
  },
  {
    what: 'that is too large',
    status: 413,
    words: '送られた内容が大きすぎます',
    headers: { 'content-length': '1001' },
  },
  {
    what: 'of another site',
    status: 403,
    words: 'ほかのサイト',
    headers: { origin: 'https://evil.example' },
  },
])('an upload $what is refused with $status before it is sent', async ({ status, words, headers }) => {
  const { post, taken } = await openUploads()
  const asked = post('/upload', { 'content-length': '900', ...headers })
  asked.flushHeaders()
  const answer = await answerOf(asked)
  expect(answer.statusCode).toBe(status)
  expect(await text(answer)).toContain(words)
  expect(taken).toEqual([])
  asked.destroy()
})

test('an upload that does not say its length is refused', async () => {
  const { post } = await openUploads()
  const answer = await answerTo(post('/upload', { 'transfer-encoding': 'chunked' }), 'abc')
  expect(answer.statusCode).toBe(411)
  expect(await text(answer)).toContain('送られた内容の大きさがわかりません')
})

test('who leaves in the middle of an upload leaves nothing half-written, and frees what was set aside', async () => {
  const { begin, upload, taken, logged } = await openUploads({ uploads: 1_000 })
  const left = await begin(900, bytes(100))
  expect((await upload(bytes(200))).statusCode).toBe(503)
  left.destroy()
  await expect.poll(async () => (await upload(bytes(200))).statusCode).toBe(200)
  expect(taken).toEqual([bytes(200)])
  expect(logged.join()).not.toContain('"error"')
})

test('memory is set aside by the declared length, and given back when the pages are done', async () => {
  const { begin, upload } = await openUploads({ uploads: 1_000 })
  const first = await begin(600, 'a', { 'x-real-ip': '192.0.2.1' })
  const refused = await upload(bytes(500), { 'x-real-ip': '198.51.100.2' })
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2', connection: 'close' } })
  expect((await upload(bytes(400), { 'x-real-ip': '198.51.100.2' })).statusCode).toBe(200)
  first.end(bytes(599))
  expect((await answerOf(first)).statusCode).toBe(200)
  expect((await upload(bytes(1_000))).statusCode).toBe(200)
})

test('one client has only so many uploads on their way', async () => {
  const { begin, upload } = await openUploads({ uploadsPerClient: 2 })
  const mine = { 'x-real-ip': '203.0.113.7' }
  const two = [await begin(100, 'a', mine), await begin(100, 'a', mine)]
  expect(await upload('abc', mine)).toMatchObject({ statusCode: 429, headers: { 'retry-after': '2' } })
  expect((await upload('abc', { 'x-real-ip': '203.0.113.8' })).statusCode).toBe(200)
  for (const each of two) each.destroy()
  await expect.poll(async () => (await upload('abc', mine)).statusCode).toBe(200)
})

test('S17: of the memory for uploads one network has half, and another has room', async () => {
  const { begin, upload } = await openUploads({ uploads: 1_000, uploadsPerClient: 1 })
  const households = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']
  const begun = []
  for (const household of households) begun.push(await begin(100, 'a', { 'x-real-ip': household }))
  const neighbour = { 'x-real-ip': '192.0.2.6' }
  expect((await upload(bytes(100), neighbour)).statusCode).toBe(503)
  expect((await upload(bytes(500), { 'x-real-ip': '198.51.100.1' })).statusCode).toBe(200)
  begun[0]?.destroy()
  await expect.poll(async () => (await upload(bytes(100), neighbour)).statusCode).toBe(200)
  for (const each of begun) each.destroy()
})

test('S17: bodies that one client never ends refuse its own, and let those of its neighbours and of others in', async () => {
  const { post, taken } = await openUploads({ pages: 3_000 })
  const endless = post('/page', { 'content-length': '1000', 'x-real-ip': '192.0.2.1' })
  endless.write(bytes(999))
  const send = async (client: string, length: number) =>
    (await answerTo(post('/page', { 'x-real-ip': client }), bytes(length))).statusCode
  await expect.poll(() => send('192.0.2.1', 4)).toBe(503)
  expect(await send('192.0.2.1', 3)).toBe(200)
  expect(await send('192.0.2.2', 1_000)).toBe(200)
  expect(await send('198.51.100.1', 1_000)).toBe(200)
  expect(taken).toHaveLength(3)
  endless.destroy()
})

test('uploads that fill their share keep out no other body', async () => {
  const { begin, upload, post } = await openUploads({ uploads: 1_000, pages: 1_000, checkout: 1_000 })
  const full = await begin(1_000, bytes(900), { 'x-real-ip': '192.0.2.1' })
  expect((await upload('abc')).statusCode).toBe(503)
  for (const path of ['/checkout', '/page']) {
    const answer = await answerTo(post(path), bytes(1_000))
    expect(answer.statusCode, path).toBe(200)
  }
  full.destroy()
})

test('who is refused while sending still reads the answer', async () => {
  const { post } = await openUploads(
    {},
    {
      addressOf: () => ({
        cache: 'never',
        bodyBytes: { visitor: 1_000, session: 1_000 },
        upload: false,
        stream: false,
        writes: 'same origin',
        lane: 'pages',
      }),
    },
  )
  const size = 30_000_000
  const asked = post('/page', { 'content-length': String(size) })
  const failed: unknown[] = []
  asked.on('error', (error) => failed.push(error))
  const answered = answerOf(asked)
  asked.end(Buffer.alloc(size))
  const answer = await answered
  expect([answer.statusCode, await text(answer)]).toEqual([
    413,
    expect.stringContaining('送られた内容が大きすぎます'),
  ])
  await once(asked, 'close')
  expect(failed).toEqual([])
})

test('an upload’s address is read without a session', async () => {
  const { ask } = await openUploads()
  expect((await answerTo(ask('/upload'))).statusCode).toBe(200)
})
