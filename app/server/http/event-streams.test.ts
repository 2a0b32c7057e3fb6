import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerTo, openHttpLayer } from '../../../tests/support/http-layer.ts'
import { createEventStreams, EventStream, type OpenStream, type StreamLimits } from './event-streams.ts'
import type { HttpParts } from './http-handler.ts'
import { createRenderLanes } from './render-lanes.ts'

const wide: StreamLimits = {
  perClient: 100,
  perPerson: 100,
  together: 100,
  heartbeatMs: 600_000,
  longestMs: 600_000,
  unreadBytes: 65_536,
}

/** A shop whose address /events is a stream; `open` holds what sends to each that is open. */
const openStreams = async (limits: Partial<StreamLimits> = {}, parts: Partial<HttpParts> = {}) => {
  const open = new Set<OpenStream>()
  let opened = 0
  const streams = createEventStreams({ ...wide, ...limits })
  const shop = await openHttpLayer({
    streams,
    renderPage: async (request) => {
      if (!request.url.endsWith('/events')) return new Response('page')
      return new EventStream((stream) => {
        opened += 1
        open.add(stream)
        return () => open.delete(stream)
      }, request.headers.get('x-person') ?? undefined)
    },
    ...parts,
  })
  const stream = (headers?: Record<string, string>) => answerTo(shop.ask('/events', headers))
  const tell = (words: string) => {
    for (const { send } of open) send(words)
  }
  return { ...shop, streams, open, opened: () => opened, stream, tell }
}

/** Reads until `expected` has come, and gives all that came. */
const heard = async (answer: IncomingMessage, expected: RegExp): Promise<string> => {
  let all = ''
  for await (const part of answer.iterator({ destroyOnReturn: false })) {
    all += part
    if (expected.test(all)) return all
  }
  throw new Error(`the stream ended with: ${all}`)
}

test('R16: an event reaches the browser as soon as it is sent, neither kept back nor compressed', async () => {
  const { stream, tell } = await openStreams()
  const answer = await stream({ 'accept-encoding': 'gzip, br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(await heard(answer, /\n\n/)).toMatch(/^retry: \d{4}\n\n$/)
  tell('changed')
  expect(await heard(answer, /\n\n/)).toBe('data: changed\n\n')
  tell('again')
  expect(await heard(answer, /\n\n/)).toBe('data: again\n\n')
  answer.destroy()
})

test('A26: a stream sends the cookies of its answer, as a page does', async () => {
  const cookies = ['a=1; Path=/', 'b=2; Path=/']
  const { ask } = await openStreams(
    {},
    {
      renderPage: async () => {
        const stream = new EventStream(() => () => {})
        for (const cookie of cookies) stream.headers.append('set-cookie', cookie)
        return stream
      },
    },
  )
  const answer = await answerTo(ask('/events'))
  expect(answer.headers['set-cookie']).toEqual(cookies)
  answer.destroy()
})

test('a silent stream is kept alive by comments', async () => {
  const { stream } = await openStreams({ heartbeatMs: 10 })
  const answer = await stream()
  expect(await heard(answer, /(:\n\n){3}/)).toMatch(/^retry: \d+\n\n(:\n\n)+$/)
  answer.destroy()
})

test('open streams hold up no render', async () => {
  const none = { inFlight: 1, queue: 0, longestWaitMs: 60_000 }
  const lanes = createRenderLanes({ cached: none, pages: none, checkout: none, desk: none })
  const { stream, ask } = await openStreams({}, { lanes })
  const answers = [await stream(), await stream(), await stream()]
  const page = await answerTo(ask('/page'))
  expect([page.statusCode, await text(page)]).toEqual([200, 'page'])
  for (const answer of answers) answer.destroy()
})

test('N92: one person has only so many streams on all her devices, and room again when one is left', async () => {
  const { stream, open } = await openStreams({ perPerson: 2 })
  const from = (network: string, person: string) => stream({ 'x-real-ip': network, 'x-person': person })
  const first = await from('203.0.113.7', 'hana')
  const second = await from('198.51.100.7', 'hana')
  const refused = await from('192.0.2.7', 'hana')
  expect(refused).toMatchObject({
    statusCode: 429,
    headers: expect.objectContaining({ 'retry-after': '60' }),
  })
  const other = await from('203.0.113.7', 'another')
  expect(other.statusCode).toBe(200)
  first.destroy()
  await expect.poll(() => open.size).toBe(2)
  const again = await from('192.0.2.7', 'hana')
  expect(again.statusCode).toBe(200)
  for (const answer of [second, other, again]) answer.destroy()
})

test('one client has only so many streams, and room again when one is left', async () => {
  const { stream, open } = await openStreams({ perClient: 2 })
  const mine = { 'x-real-ip': '203.0.113.7' }
  const first = await stream(mine)
  const second = await stream(mine)
  const refused = await stream(mine)
  expect(refused).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '60', 'cache-control': 'no-store' },
  })
  expect(await text(refused)).toContain('同時に送受信できる数を超えています')
  expect(open.size).toBe(2)
  const other = await stream({ 'x-real-ip': '203.0.113.8' })
  expect(other.statusCode).toBe(200)
  first.destroy()
  await expect.poll(() => open.size).toBe(2)
  const third = await stream(mine)
  expect(third.statusCode).toBe(200)
  for (const answer of [second, other, third]) answer.destroy()
})

test('a household with IPv6 is one client', async () => {
  const { stream } = await openStreams({ perClient: 1 })
  const first = await stream({ 'x-real-ip': '2001:db8:1:2::a' })
  expect((await stream({ 'x-real-ip': '2001:db8:1:2::b' })).statusCode).toBe(429)
  first.destroy()
})

test('all clients together have only so many streams', async () => {
  const { stream } = await openStreams({ together: 2 })
  const answers = [await stream({ 'x-real-ip': '192.0.2.1' }), await stream({ 'x-real-ip': '198.51.100.1' })]
  const another = { 'x-real-ip': '203.0.113.1' }
  expect((await stream(another)).statusCode).toBe(503)
  for (const answer of answers) answer.destroy()
  await expect.poll(async () => (await stream(another)).statusCode).toBe(200)
})

test('S17: one network has half of all streams, and another has room', async () => {
  const { stream, open } = await openStreams({ perClient: 1, together: 6 })
  const answers = []
  for (const household of ['a', 'b', 'c'])
    answers.push(await stream({ 'x-real-ip': `2001:db8:1:${household}::1` }))
  expect((await stream({ 'x-real-ip': '2001:db8:1:d::1' })).statusCode).toBe(503)
  answers.push(await stream({ 'x-real-ip': '2001:db8:2::1' }))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  for (const answer of answers) answer.destroy()
  await expect.poll(() => open.size).toBe(0)
  const again = await stream({ 'x-real-ip': '2001:db8:1:d::1' })
  expect(again.statusCode).toBe(200)
  again.destroy()
})

test.each([
  { who: 'is refused', method: 'GET', together: 0, status: 503 },
  { who: 'asks for the headers alone', method: 'HEAD', together: 1, status: 200 },
])('nothing is subscribed when a client $who', async ({ method, together, status }) => {
  const { ask, opened } = await openStreams({ together })
  const answer = await answerTo(ask('/events', {}, method))
  expect([answer.statusCode, opened()]).toEqual([status, 0])
  answer.destroy()
})

test('who has left before the stream could begin is subscribed to nothing and takes no place', async () => {
  const asked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let opened = 0
  const { ask, logged } = await openStreams(
    {},
    {
      renderPage: async () => {
        asked.resolve()
        await mayAnswer.promise
        setImmediate(answered.resolve)
        return new EventStream(() => {
          opened += 1
          return () => {}
        })
      },
    },
  )
  const left = ask('/events').end()
  await asked.promise
  left.destroy()
  await expect.poll(() => logged.length).toBe(1)
  mayAnswer.resolve()
  await answered.promise
  expect(opened).toBe(0)
})

test('ASVS 2.4.1: where streams are known to be, one too many is refused before anything is rendered', async () => {
  let rendered = 0
  const { stream, ask } = await openStreams(
    { perClient: 1 },
    {
      addressOf: (path) => ({
        cache: 'never',
        bodyBytes: { visitor: 0, session: 0 },
        upload: false,
        stream: path === '/events',
        writes: 'same origin',
        lane: 'pages',
      }),
      renderPage: async (request) => {
        rendered += 1
        return request.url.endsWith('/events') ? new EventStream(() => () => {}) : new Response('page')
      },
    },
  )
  const first = await stream()
  expect([(await stream()).statusCode, rendered]).toEqual([429, 1])
  expect([(await answerTo(ask('/events', {}, 'HEAD'))).statusCode, rendered]).toEqual([200, 2])
  expect([(await answerTo(ask('/page'))).statusCode, rendered]).toEqual([200, 3])
  first.destroy()
})

test('when the shop stops, streams end at once, the server closes, and a new one is refused', async () => {
  const { stream, streams, server, open } = await openStreams()
  const answers = await Promise.all([stream(), stream(), stream()])
  streams.close()
  expect((await stream()).statusCode).toBe(503)
  // Longer than a test may take: nothing is cut.
  const closed = server.close(600_000)
  for (const answer of answers) expect(await text(answer)).toMatch(/^retry: \d+\n\n$/)
  await closed
  expect(open.size).toBe(0)
})

test('who leaves ends the subscription', async () => {
  const { stream, open } = await openStreams()
  const answer = await stream()
  expect(open.size).toBe(1)
  answer.destroy()
  await expect.poll(() => open.size).toBe(0)
})

test('who reads nothing is disconnected once 64 kB are unread, and its subscription ends', async () => {
  const { stream, open, tell } = await openStreams()
  const answer = await stream()
  const cut = Promise.withResolvers<unknown>()
  answer.pause().once('error', cut.resolve)
  // What the two sockets hold is taken; what is left unread beyond that is not kept.
  const words = 'x'.repeat(1_000_000)
  await expect
    .poll(() => {
      tell(words)
      return open.size
    })
    .toBe(0)
  answer.resume()
  expect(await cut.promise).toMatchObject({ code: 'ECONNRESET' })
})

test('a stream ends after its longest time, and the browser may open a new one', async () => {
  const { stream, open } = await openStreams({ longestMs: 10 })
  expect(await text(await stream())).toMatch(/^retry/)
  expect(open.size).toBe(0)
  expect((await stream()).statusCode).toBe(200)
})

test('a stream that cannot subscribe is logged once, its client disconnected, and its place free', async () => {
  const { stream, logged } = await openStreams(
    { together: 1 },
    {
      renderPage: async () =>
        new EventStream(() => {
          throw new Error('broken source')
        }),
    },
  )
  for (const times of [1, 2]) {
    await expect(stream().then((answer) => text(answer))).rejects.toThrow()
    expect(logged.filter((line) => line.includes('broken source'))).toHaveLength(times)
  }
})

test('an event of several lines stays one event, and no text of it becomes a field of its own', async () => {
  const { stream, tell } = await openStreams()
  const answer = await stream()
  await heard(answer, /\n\n/)
  tell('a\nid: 1\r\nb\rc\u2028d')
  expect(await heard(answer, /\n\n/)).toBe('data: a\ndata: id: 1\ndata: b\ndata: c\u2028d\n\n')
  answer.destroy()
})

test('a stream that its subscription ends may be opened anew, and is told nothing more', async () => {
  const { stream, open, tell } = await openStreams({ perClient: 1 })
  const answer = await stream()
  const [first] = open
  first?.end()
  tell('too late')
  expect(await text(answer)).toMatch(/^retry: \d+\n\n$/)
  await expect.poll(() => open.size).toBe(0)
  expect((await stream()).statusCode).toBe(200)
})

test('HEAD tells what a stream is, and opens none', async () => {
  const { ask, open } = await openStreams({ perClient: 1 })
  const answer = await answerTo(ask('/events', {}, 'HEAD'))
  expect([answer.statusCode, await text(answer)]).toEqual([200, ''])
  expect(answer.headers['content-type']).toContain('text/event-stream')
  expect(open.size).toBe(0)
})

test('a stream at a cached address is a fault that is told, not a page that never comes', async () => {
  const { stream, open, logged } = await openStreams(
    {},
    {
      addressOf: () => ({
        cache: 'everybody',
        bodyBytes: { visitor: 0, session: 0 },
        upload: false,
        stream: false,
        writes: 'same origin',
        lane: 'pages',
      }),
    },
  )
  expect((await stream()).statusCode).toBe(500)
  expect(open.size).toBe(0)
  expect(logged.join()).toContain('cannot be a cached one')
})

test('another answer with that type is sent as a page', async () => {
  const renderPage = async () =>
    new Response('gone', { status: 410, headers: { 'content-type': 'text/event-stream' } })
  const { stream } = await openStreams({ together: 0 }, { renderPage })
  const answer = await stream()
  expect([answer.statusCode, await text(answer)]).toEqual([410, 'gone'])
})
