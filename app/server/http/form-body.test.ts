import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { answerTo, openHttpLayer, shopOrigin } from '../../../tests/support/http-layer.ts'
import { addresses } from '../../addresses.ts'
import { addressOf, canonicalAddress } from '../../requested-address.ts'
import { bodyLimits } from './request-body.ts'

const pairs = 'application/x-www-form-urlencoded'
const { fields, lines } = bodyLimits
const small = 262_144
const large = 2_097_152

let shop: Awaited<ReturnType<typeof openHttpLayer>>
/** What the pages read. */
let forms: (readonly [string, FormDataEntryValue])[][] = []

beforeEach(async () => {
  forms = []
  shop = await openHttpLayer({
    addressOf,
    canonicalAddress,
    hasSession: (cookie) => cookie === 'session=1',
    renderPage: async (request) => {
      forms.push([...(await request.formData().catch(() => new FormData()))])
      return new Response('taken')
    },
  })
})

const post = (path: string, headers: Record<string, string> = {}) =>
  shop.ask(path, { origin: shopOrigin, 'content-type': pairs, ...headers }, 'POST')
const member = { cookie: 'session=1' }
const statusOf = async (asked: ReturnType<typeof post>, body = '') => (await answerTo(asked, body)).statusCode

/** The answer to what has been announced, but not sent. */
const answerUnsent = async (path: string, headers: Record<string, string>) => {
  const asked = post(path, headers)
  asked.flushHeaders()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  if (answer === undefined) throw new Error('no answer')
  const said = { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  asked.destroy()
  return said
}

test('D6: a form in pairs has so many fields and no more', async () => {
  expect(await statusOf(post('/gallery/login'), Array(fields).fill('a=1').join('&'))).toBe(200)
  expect(forms.map(({ length }) => length)).toEqual([fields])
  expect(
    await statusOf(
      post('/gallery/login'),
      Array(fields + 1)
        .fill('a=1')
        .join('&'),
    ),
  ).toBe(413)
  expect(forms).toHaveLength(1)
})

test('D6: a form in parts has so many lines and no more', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', ...member }
  const head = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  const form = (textLines: number) => `${head}${'\r\n'.repeat(textLines)}\r\n--x--\r\n`
  expect(await statusOf(post('/gallery/upload', headers), form(lines - 5))).toBe(200)
  expect(forms).toEqual([[['a', '\r\n'.repeat(lines - 5)]]])
  expect(await statusOf(post('/gallery/upload', headers), form(lines - 4))).toBe(413)
  expect(forms).toHaveLength(1)
})

test('ASVS 2.4.1, D6: a form of a million pairs is refused while it comes, in Japanese, and its line is read to the end', async () => {
  const answer = await answerTo(post('/gallery/upload', member), 'a&'.repeat(large / 2))
  expect([answer.statusCode, await text(answer)]).toEqual([413, expect.stringContaining('大きすぎます')])
  expect(forms).toEqual([])
})

test('what is no form has as many & and lines as it likes', async () => {
  const json = { 'content-type': 'application/json' }
  expect(await statusOf(post('/api/create-checkout-session', json), '&\n'.repeat(lines * 2))).toBe(200)
})

test('D7: a large recipe is taken from whoever bears a session; of others it is refused unread, with a sentence', async () => {
  const body = (size: number) => `a=${'1'.repeat(size - 2)}`
  for (const path of ['/gallery/upload', '/gallery/upload.data', '/gallery/recipe-edit/x']) {
    expect(await statusOf(post(path, member), body(large)), path).toBe(200)
    expect(await statusOf(post(path), body(small)), path).toBe(200)
    const unsent = { 'content-length': String(small + 1) }
    expect(await answerUnsent(path, unsent), path).toMatchObject({
      status: 413,
      body: expect.stringContaining('ログインが切れていないか'),
    })
    const madeUp = { ...unsent, cookie: 'session=2' }
    expect(await answerUnsent(path, madeUp), path).toMatchObject({ status: 413 })
    const tooLarge = { ...member, 'content-length': String(large + 1) }
    expect(await answerUnsent(path, tooLarge), path).toMatchObject({ status: 413 })
  }
  expect(forms).toHaveLength(6)
})

test('D7: where nobody writes nothing is read', async () => {
  const closed = Object.keys(addresses).filter(
    (path) => addresses[path]?.bodyBytes.session === 0 && !path.includes('*'),
  )
  for (const path of closed) {
    const answer = await answerUnsent(path.replace(/:\w+/g, 'x'), { ...member, 'content-length': '10' })
    expect(answer, path).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
  }
  expect(forms).toEqual([])
})
