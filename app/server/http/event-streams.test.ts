import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerTo, openHttpLayer } from '../../../tests/support/http-layer.ts'
import { eventStream, type SendEvent } from '../live/event-stream.ts'
import { createEventStreams, type StreamLimits } from './event-streams.ts'
import { createRenderLanes } from './render-lanes.ts'
import type { HttpParts } from './request-handler.ts'

const wide: StreamLimits = {
  perClient: 100,
  together: 100,
  heartbeatMs: 600_000,
  longestMs: 600_000,
  unreadBytes: 65_536,
}

/** A shop whose address /events is a stream; `open` holds what sends to each that is open. */
const openStreams = async (limits: Partial<StreamLimits> = {}, parts: Partial<HttpParts> = {}) => {
  const open = new Set<SendEvent>()
  const streams = createEventStreams({ ...wide, ...limits })
  const shop = await openHttpLayer({
    streams,
    renderPage: async (request) => {
      if (!request.url.endsWith('/events')) return new Response('page')
      return eventStream(request, (send) => {
        open.add(send)
        return () => open.delete(send)
      })
    },
    ...parts,
  })
  const stream = (headers?: Record<string, string>) => answerTo(shop.ask('/events', headers))
  const tell = (words: string) => {
    for (const send of open) send(words)
  }
  return { ...shop, streams, open, stream, tell }
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

test('a silent stream is kept alive by comments', async () => {
  const { stream } = await openStreams({ heartbeatMs: 10 })
  const answer = await stream()
  expect(await heard(answer, /(:\n\n){3}/)).toMatch(/^retry: \d+\n\n(:\n\n)+$/)
  answer.destroy()
})

test('open streams hold up no render', async () => {
  const none = { inFlight: 1, queue: 0, longestWaitMs: 60_000 }
  const lanes = createRenderLanes({ cached: none, pages: none, checkout: none })
  const { stream, ask } = await openStreams({}, { lanes })
  const answers = [await stream(), await stream(), await stream()]
  const page = await answerTo(ask('/page'))
  expect([page.statusCode, await text(page)]).toEqual([200, 'page'])
  for (const answer of answers) answer.destroy()
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
  const answers = [await stream({ 'x-real-ip': '192.0.2.1' }), await stream({ 'x-real-ip': '192.0.2.2' })]
  const another = { 'x-real-ip': '192.0.2.3' }
  expect((await stream(another)).statusCode).toBe(503)
  for (const answer of answers) answer.destroy()
  await expect.poll(async () => (await stream(another)).statusCode).toBe(200)
})

test.each([
  { who: 'leaves', method: 'GET', together: 1 },
  { who: 'is refused', method: 'GET', together: 0 },
  { who: 'asks for the headers alone', method: 'HEAD', together: 1 },
])('the body of a stream is cancelled when its client $who', async ({ method, together }) => {
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream({ cancel: () => cancelled.resolve() })
  const headers = { 'content-type': 'text/event-stream' }
  const { ask } = await openStreams({ together }, { renderPage: async () => new Response(body, { headers }) })
  const answer = await answerTo(ask('/events', {}, method))
  answer.destroy()
  await cancelled.promise
})

test('who has left before the stream could begin takes no place', async () => {
  const asked = Promise.withResolvers<void>()
  const mayAnswer = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream({ cancel: () => cancelled.resolve() })
  const { ask, logged } = await openStreams(
    {},
    {
      renderPage: async () => {
        asked.resolve()
        await mayAnswer.promise
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      },
    },
  )
  const left = ask('/events').end()
  await asked.promise
  left.destroy()
  await expect.poll(() => logged.length).toBe(1)
  mayAnswer.resolve()
  await cancelled.promise
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

test('a stream that fails is logged once, and its client disconnected', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('data: a\n\n')),
    pull: (controller) => controller.error(new Error('broken source')),
  })
  const headers = { 'content-type': 'text/event-stream' }
  const { stream, logged } = await openStreams(
    {},
    { renderPage: async () => new Response(body, { headers }) },
  )
  const answer = await stream()
  await expect(text(answer)).rejects.toThrow('aborted')
  expect(logged.filter((line) => line.includes('broken source'))).toHaveLength(1)
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
        bodyBytes: 0,
        upload: false,
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
