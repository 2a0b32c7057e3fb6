import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResolveName } from '~/server/fetch-outside.ts'
import {
  body,
  bomb,
  cut,
  endless,
  type FeedBehaviour,
  type FeedServer,
  feedRow,
  list,
  listWithEtag,
  redirects,
  redirectTo,
  silent,
  startFeedServer,
  status,
} from '../../../../tests/support/feed-server.ts'
import { type FeedRequest, feedLimits, fetchFeed } from './feed-import.commands.server.ts'

let feed: FeedServer
beforeAll(async () => {
  feed = await startFeedServer()
})
afterAll(() => feed.close())

const ask = (behaviour: FeedBehaviour, parts: Partial<FeedRequest> = {}) => {
  feed.behave(behaviour)
  const signal = new AbortController().signal
  return fetchFeed({ url: feed.url, demo: true, etag: null, lastModified: null, signal, ...parts })
}

const failureOf = async (behaviour: FeedBehaviour, parts: Partial<FeedRequest> = {}) => {
  const answer = await ask(behaviour, parts)
  return answer.ok ? 'no failure' : answer.error
}

const rows = [feedRow(1)]

/** A resolver that sends every name to these addresses. */
const resolvingTo =
  (...addresses: string[]): ResolveName =>
  (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('ASVS 1.3.6, P3: the feed', () => {
  test('is read as UTF-8, plain and compressed, with what it says of its version', async () => {
    const plain = await ask(body(JSON.stringify(rows), { etag: '"a"', 'last-modified': 'Sat, 21 Nov 2026' }))
    expect(plain).toEqual({
      ok: true,
      value: { kind: 'changed', text: JSON.stringify(rows), etag: '"a"', lastModified: 'Sat, 21 Nov 2026' },
    })
    const packed = await ask(body(gzipSync(JSON.stringify(rows)), { 'content-encoding': 'gzip' }))
    expect(packed).toMatchObject({ ok: true, value: { text: JSON.stringify(rows) } })
  })

  test('is asked conditionally, and 304 is an answer only then', async () => {
    const unchanged = listWithEtag(rows, '"a"')
    expect(await ask(unchanged, { etag: '"a"' })).toEqual({ ok: true, value: { kind: 'unchanged' } })
    expect(await failureOf(status(304))).toEqual({ kind: 'status', status: 304 })
    await ask(unchanged, { lastModified: 'Sat, 21 Nov 2026 00:00:00 GMT' })
    expect(feed.asked.at(-1)?.headers['if-modified-since']).toBe('Sat, 21 Nov 2026 00:00:00 GMT')
  })

  test.each([404, 500, 503])('P4: status %i is told', async (code) => {
    expect(await failureOf(status(code))).toEqual({ kind: 'status', status: code })
  })

  test('P4: a cut line, a refused connection and an answer that never comes have no status', async () => {
    expect(await failureOf(cut)).toMatchObject({ kind: 'unreachable' })
    expect(await failureOf(silent, { url: 'http://127.0.0.1:1/' })).toMatchObject({ kind: 'unreachable' })
    const limits = { ...feedLimits, timeMs: 50 }
    expect(await failureOf(silent, { limits })).toEqual({
      kind: 'unreachable',
      why: 'no answer within 50 ms',
    })
  })

  test('the time counts for everything together: a body that trickles does not stretch it', async () => {
    const trickle: FeedBehaviour = (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.writeHead(200).once('close', () => clearInterval(timer))
    }
    expect(await failureOf(trickle, { limits: { ...feedLimits, timeMs: 80 } })).toMatchObject({
      kind: 'unreachable',
    })
  })

  test('is cut off at 5 MB of decoded body, however it travels', async () => {
    for (const huge of [endless, bomb('gzip'), bomb('br'), body(' '.repeat(feedLimits.bodyBytes + 1))])
      expect(await failureOf(huge)).toMatchObject({ kind: 'format' })
    expect(await ask(body(' '.repeat(feedLimits.bodyBytes)))).toMatchObject({ ok: true })
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)(
    'a list in %s that is too long once it is unpacked is told so at once',
    async (encoding, pack) => {
      // Cut off in the middle, the line holds more than a stream takes: its end is then never told.
      const long = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => feedRow(at)))
      const packed = pack(long, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
      expect(await failureOf(body(packed, { 'content-encoding': encoding }))).toEqual({
        kind: 'format',
        why: `more than ${feedLimits.bodyBytes} bytes`,
      })
    },
  )

  test.each(['gzip', 'br'] as const)(
    '%s that does not end is given up by time and by stop',
    async (encoding) => {
      const whole = JSON.stringify(rows.concat(Array(50_000).fill(rows[0])))
      const packed = encoding === 'gzip' ? gzipSync(whole) : brotliCompressSync(whole)
      const unfinished: FeedBehaviour = (_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).write(packed.subarray(0, -20))
      }
      const limits = { ...feedLimits, bodyBytes: 100 * 1_048_576, timeMs: 100 }
      expect(await failureOf(unfinished, { limits })).toMatchObject({ kind: 'unreachable' })

      const stop = new AbortController()
      const asked = feed.asked.length
      const stopped = failureOf(unfinished, { limits: { ...limits, timeMs: 30_000 }, signal: stop.signal })
      await expect.poll(() => feed.asked.length).toBeGreaterThan(asked)
      stop.abort()
      expect(await stopped).toMatchObject({ kind: 'unreachable' })
    },
  )

  test('bytes that are no UTF-8, and an encoding that was not accepted, are a wrong format', async () => {
    expect(await failureOf(body(Buffer.from([0x5b, 0x96, 0x83, 0x5d])))).toEqual({
      kind: 'format',
      why: 'not UTF-8',
    })
    expect(await failureOf(body('[]', { 'content-encoding': 'zstd' }))).toMatchObject({ kind: 'format' })
  })

  test('three redirects are followed, a fourth is not', async () => {
    expect(await ask(redirects(3, list(rows)))).toMatchObject({ ok: true })
    expect(await failureOf(redirects(4, list(rows)))).toEqual({
      kind: 'unreachable',
      why: 'more than 3 redirects',
    })
  })

  test.each([
    'http://10.0.0.1/feed',
    'http://169.254.169.254/latest/meta-data',
    'http://[fd00::1]/',
    'http://192.168.1.1/',
    'file:///etc/passwd',
    'http://',
  ])('a redirect to %s is not followed, not even in a demo', async (location) => {
    expect(await failureOf(redirectTo(location))).toMatchObject({ kind: 'unreachable' })
  })

  test('a real shop asks neither over http nor on this machine', async () => {
    const before = feed.asked.length
    for (const url of [feed.url, feed.url.replace('http:', 'https:'), 'https://localhost/feed'])
      expect(await failureOf(list(rows), { url, demo: false })).toMatchObject({ kind: 'unreachable' })
    expect(feed.asked.length).toBe(before)
  })

  test('a public name that resolves to a private address is not connected to', async () => {
    const before = feed.asked.length
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['::ffff:10.0.0.1']]) {
      const failure = await failureOf(list(rows), {
        url: `https://feed.example.com:${new URL(feed.url).port}/feed`,
        demo: false,
        resolve: resolvingTo(...addresses),
      })
      expect(failure).toEqual({
        kind: 'unreachable',
        why: expect.stringContaining('leads to an address that is not allowed'),
      })
    }
    expect(feed.asked.length).toBe(before)
  })

  test('a demo may have it from a local name', async () => {
    const url = feed.url.replace('127.0.0.1', 'localhost')
    expect(await ask(list(rows), { url, resolve: resolvingTo('127.0.0.1') })).toMatchObject({ ok: true })
    expect(await failureOf(list(rows), { url, resolve: resolvingTo('10.0.0.1') })).toMatchObject({
      kind: 'unreachable',
    })
  })
})
