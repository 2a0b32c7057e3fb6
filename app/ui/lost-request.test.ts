import { afterEach, expect, test, vi } from 'vitest'
import { fallbackPage, movedText, movingText } from '~/server/http/fallback-page.ts'
import { lostIn, orLost } from './lost-request.ts'

const reject = (reason: unknown) => orLost(() => Promise.reject(reason))

test('A28: what an action answers is its answer, a refusal too', async () => {
  const refusal = { failure: 'faults' }
  expect(await orLost(async () => refusal)).toBe(refusal)
  expect(lostIn(refusal)).toBeNull()
})

test.each([
  ['got no answer', new TypeError('Failed to fetch'), 'unanswered'],
  ['came back as an error page', new Error('Unable to decode turbo-stream response'), 'failed'],
  ['failed on the server', new Error('Unexpected Server Error'), 'failed'],
])(
  'a form that %s gets no answer, with a status after which nothing is read anew',
  async (_, thrown, lost) => {
    const answer = await reject(thrown)
    expect(answer).toMatchObject({ data: { lost }, init: { status: 503 } })
    expect(lostIn({ lost })).toBe(lost)
  },
)

afterEach(() => void vi.unstubAllGlobals())

test('A28, N6: who was signed out is told at the desk, which is hidden from her then', async () => {
  const hidden = { status: 404, statusText: 'Not Found', internal: false, data: null }
  const at = (pathname: string) => {
    vi.stubGlobal('location', { pathname })
    return reject(hidden)
  }
  expect(await at('/admin/lists/news/new')).toMatchObject({ data: { lost: 'out' } })
  expect(await at('/gallery/upload')).toMatchObject({ data: { lost: 'failed' } })
  expect(lostIn({ lost: 'out' })).toBe('out')
})

test('A28, D30: a form that is sent while the shop moves is told by a mark in the page, not by its words', async () => {
  const answered = (status: number, page: string) =>
    reject({ status, statusText: '', internal: false, data: page })
  for (const text of [movingText(3), movingText(null), movedText])
    expect(await answered(503, fallbackPage(503, null, text))).toMatchObject({ data: { lost: 'moving' } })
  const { mark: _mark, ...words } = movingText(3)
  expect(await answered(503, fallbackPage(503, null, words))).toMatchObject({ data: { lost: 'failed' } })
  expect(await answered(503, fallbackPage(503, null))).toMatchObject({ data: { lost: 'failed' } })
  expect(await answered(500, fallbackPage(500, null, movedText))).toMatchObject({ data: { lost: 'failed' } })
})

test('A28: an answer that leads elsewhere is followed', async () => {
  const redirect = new Response(null, { status: 302 })
  await expect(reject(redirect)).rejects.toBe(redirect)
})
