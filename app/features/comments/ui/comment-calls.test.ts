import { afterEach, expect, test, vi } from 'vitest'
import { postRefusals } from '../texts.ts'
import { sendComment } from './comment-calls.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const answeredBy = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  return sendComment('recipe', { id: 'comment', text: 'すてきです' })
}

test('a comment that the shop refuses, that fails before it, and that never arrives are told apart', async () => {
  const refusal = { reason: 'muted', text: 'いまはコメントできません。' }
  expect(await answeredBy(async () => Response.json(refusal, { status: 403 }))).toEqual({
    ok: false,
    ...refusal,
  })
  const page = async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
  expect(await answeredBy(page)).toMatchObject({ reason: 'failed', text: postRefusals.failed.text })
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await answeredBy(lost)).toMatchObject({ reason: 'offline', text: postRefusals.offline.text })
  expect(await answeredBy(async () => Response.json({ version: 7 }))).toEqual({ ok: true, version: 7 })
})
