import { expect, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../../tests/support/http-layer.ts'

const limits = { pages: 50, checkout: 50, outside: 50, desk: 50 }
const never = () => new Promise<Response>(() => {})

test.each([
  ['GET', {}],
  ['POST', { origin: shopOrigin, 'content-length': '0' }],
])('D48: %s: what is not answered in time is 503, and says when to come again', async (method, headers) => {
  const { ask } = await openHttpLayer({ renderPage: never, renderLimits: limits })
  const answer = await answerTo(ask('/slow', headers, method))
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
})

test('D48: a page that many wait for is given up too', async () => {
  const { ask } = await openHttpLayer({
    renderPage: never,
    renderLimits: limits,
    addressOf: () => ({
      cache: 'everybody',
      bodyBytes: { visitor: 0, session: 0 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
  })
  const answers = await Promise.all([answerTo(ask('/kept')), answerTo(ask('/kept'))])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
})

test.each([
  ['a page', () => new Response('<p>away</p>', { status: 503 }), '2'],
  [
    'a page that says it itself',
    () => new Response('', { status: 503, headers: { 'retry-after': '30' } }),
    '30',
  ],
  ['another page', () => new Response('', { status: 500 }), undefined],
])('D48: %s that is away says when to come again', async (_name, draw, expected) => {
  const { ask } = await openHttpLayer({ renderPage: async () => draw() })
  expect((await answerTo(ask('/'))).headers['retry-after']).toBe(expected)
})
