import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brokenAnswers, endlessAnswers } from '../../tests/support/broken-answers.ts'
import {
  body,
  type FeedBehaviour,
  type FeedServer,
  startFeedServer,
} from '../../tests/support/feed-server.ts'
import { fetchOutside, type OutsideRequest } from './fetch-outside.ts'

let host: FeedServer
beforeAll(async () => {
  host = await startFeedServer()
})
afterAll(() => host.close())

const limits = { timeMs: 5_000, answerMs: 4_000, bodyBytes: 5 * 1_048_576, redirects: 3 }

const ask = (behaviour: FeedBehaviour, parts: Partial<OutsideRequest> = {}) => {
  host.behave(behaviour)
  const signal = new AbortController().signal
  return fetchOutside({ url: host.url, demo: true, headers: {}, signal, limits, ...parts })
}

const kindOf = async (answer: ReturnType<typeof ask>) => {
  const done = await answer
  return done.ok ? `${done.value.body}`.slice(0, 20) : done.error.kind
}

describe('D4: an answer from outside settles as a value, and the next one is read:', () => {
  const kinds: Readonly<Record<string, string>> = {
    'gzip in gzip, said once': '\x1f',
    'a few bytes that unfold to 50 MB in gzip': 'too large',
    'a few bytes that unfold to 50 MB in br': 'too large',
    'no end of bytes': 'too large',
    'less than was announced': 'unreachable',
    'a piece without an end': 'unreachable',
    'a piece without a length': 'unreachable',
    'another protocol': 'no answer',
    'no HTTP': 'no answer',
    'no byte': 'no answer',
    'headers of 100 kB': 'no answer',
    'a line that is reset': 'unreachable',
    'a way round and round': 'unreachable',
  }
  test.each(brokenAnswers)('%s', async (name, answer) => {
    expect(await kindOf(ask(answer))).toMatch(kinds[name] ?? 'unreadable')
    expect(await kindOf(ask(body('[]')))).toBe('[]')
  })

  test.each(endlessAnswers)('%s, when its time is over', async (_name, answer) => {
    expect(await kindOf(ask(answer, { limits: { ...limits, timeMs: 60 } }))).toBe('no answer')
    expect(await kindOf(ask(body('[]')))).toBe('[]')
  })

  test.each(endlessAnswers)('%s, when the shop closes', async (_name, answer) => {
    const stop = new AbortController()
    const asked = host.asked.length
    const done = ask(answer, { signal: stop.signal })
    await expect.poll(() => host.asked.length).toBeGreaterThan(asked)
    stop.abort()
    expect(await done).toMatchObject({ ok: false })
  })

  test('a name that nobody resolves', async () => {
    const parts = { url: 'http://localhost:9/', limits: { ...limits, timeMs: 60 }, resolve: () => {} }
    expect(await kindOf(ask(body('[]'), parts))).toBe('no answer')
  })
})

test('a host that says nothing is left sooner than one that has begun to answer', async () => {
  const soon = { limits: { ...limits, answerMs: 60 } }
  for (const [name, answer] of endlessAnswers.slice(0, 3))
    expect(await ask(answer, soon), name).toEqual({
      ok: false,
      error: { kind: 'no answer', why: 'nothing within 60 ms' },
    })
  const slowly: FeedBehaviour = (_request, response) => {
    response.writeHead(200).flushHeaders()
    setTimeout(() => response.end('[]'), 120)
  }
  expect(await kindOf(ask(slowly, soon))).toBe('[]')
})

test('gzip is read under its older name as well', async () => {
  expect(await kindOf(ask(body(gzipSync('[]'), { 'content-encoding': 'X-GZIP' })))).toBe('[]')
})
