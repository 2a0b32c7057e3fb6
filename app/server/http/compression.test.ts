import { randomBytes } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { buffer, text } from 'node:stream/consumers'
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { answerTo, openHttpLayer } from '../../../tests/support/http-layer.ts'
import { createRenderLanes } from './render-lanes.ts'
import { compress } from './send-response.ts'

/** Compressions that have begun and wait until the test lets them go. */
const begun: { readonly encoding: string; readonly goOn: () => void }[] = []
const held = { isHeld: false }

/** Files share a worker, in which the server has been loaded before: what it imports of Node is exchanged in place. */
const noteCompressions = () => {
  const original = { gzip: zlib.gzip, brotliDecompress: zlib.brotliDecompress }
  const noting =
    <Given extends unknown[]>(encoding: string, compress: (...given: Given) => void) =>
    (...given: Given) => {
      const goOn = () => compress(...given)
      begun.push({ encoding, goOn })
      if (!held.isHeld) goOn()
    }
  Object.assign(zlib, {
    gzip: noting('gzip', original.gzip),
    brotliDecompress: noting('unpacked', original.brotliDecompress),
  })
  syncBuiltinESMExports()
  const encoders = Object.getPrototypeOf(zlib.createBrotliCompress())
  const { write } = encoders
  encoders.write = function (...given: unknown[]) {
    noting('br', () => write.apply(this, given))()
  }
  return () => {
    Object.assign(zlib, original)
    syncBuiltinESMExports()
    encoders.write = write
  }
}
let restore = () => {}
beforeAll(() => {
  restore = noteCompressions()
})
afterAll(() => restore())

const body = `<p>${'布'.repeat(2_000)}</p>`

const openShop = async (isHeld: boolean) => {
  begun.length = 0
  held.isHeld = isHeld
  onTestFinished(() => {
    held.isHeld = false
    for (const { goOn } of begun) goOn()
  })
  const rendered: string[] = []
  const lane = { inFlight: 4, queue: 400, longestWaitMs: 60_000 }
  const { ask } = await openHttpLayer({
    lanes: createRenderLanes({ cached: lane, pages: lane, checkout: lane, desk: lane }),
    addressOf: (path) => ({
      cache: path.startsWith('/kept') ? 'everybody' : 'never',
      bodyBytes: { visitor: 0, session: 0 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: 'pages',
    }),
    renderPage: async ({ url }) => {
      rendered.push(url)
      const status = url.endsWith('/kept-unknown') ? 404 : 200
      return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  const get = (path: string, encoding: string) => answerTo(ask(path, { 'accept-encoding': encoding }))
  return { get, rendered }
}

const kinds = () => begun.map(({ encoding }) => encoding)

test.each(['/kept', '/kept-unknown'])(
  'D60: a crowd at %s shares one render and one compression in each encoding',
  async (path) => {
    const { get, rendered } = await openShop(false)
    const crowd = Array.from({ length: 60 }, (_, at) => get(path, ['br', 'gzip', 'identity'][at % 3] ?? ''))
    for (const answer of await Promise.all(crowd)) {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const sent = Buffer.concat(chunks)
      const encoding = answer.headers['content-encoding']
      const plain = encoding === 'br' ? brotliDecompressSync(sent) : encoding ? gunzipSync(sent) : sent
      expect(plain.toString()).toBe(body)
    }
    if (path === '/kept') expect(rendered).toHaveLength(1)
    const made = (encoding: string) => kinds().filter((kind) => kind === encoding).length
    expect(made('br')).toBe(rendered.length)
    expect(made('gzip')).toBeGreaterThan(0)
    // Only if one of those who share the render takes it.
    expect(made('gzip')).toBeLessThanOrEqual(rendered.length)
  },
)

test('D60: a crowd that takes a kept copy plain shares one unpacked body', async () => {
  const { get } = await openShop(false)
  await get('/kept', 'br')
  begun.length = 0
  held.isHeld = true
  const crowd = Array.from({ length: 20 }, () => get('/kept', 'identity'))
  await expect.poll(kinds).toEqual(['unpacked'])
  await get('/kept', 'br')
  held.isHeld = false
  begun[0]?.goOn()
  const answers = await Promise.all(crowd)
  for (const answer of answers) expect(await text(answer)).toBe(body)
  expect(kinds().filter((kind) => kind === 'unpacked').length).toBeLessThan(20)
})

test('D60: a kept copy is made in brotli, and in gzip for all who ask for that, once somebody does', async () => {
  const { get } = await openShop(false)
  await get('/kept', 'br')
  expect(kinds()).toEqual(['br'])
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/kept', 'gzip')))
  for (const answer of answers) {
    const sent = await buffer(answer)
    expect([answer.headers['content-length'], gunzipSync(sent).toString()]).toEqual([
      String(sent.length),
      body,
    ])
  }
  expect(kinds().filter((kind) => kind !== 'unpacked')).toEqual(['br', 'gzip'])
})

test('D60: two compressions run at once in the process, and no more is rendered than waits for them in its lane', async () => {
  const { get, rendered } = await openShop(true)
  const crowd = Array.from({ length: 20 }, (_, at) => get(`/own-${at}`, 'br'))
  await expect.poll(() => rendered.length).toBe(4)
  await answerTo((await openHttpLayer({ renderPage: async () => new Response('') })).ask('/'))
  expect([kinds(), rendered.length]).toEqual([['br', 'br'], 4])
  held.isHeld = false
  for (const { goOn } of begun.splice(0)) goOn()
  expect((await Promise.all(crowd)).map(({ statusCode }) => statusCode)).toEqual(crowd.map(() => 200))
})

test.each([0, 1, 16_384, 400_000])(
  'D60: of %i bytes that cannot be made smaller nothing is lost',
  async (bytes) => {
    const sent = randomBytes(bytes)
    expect(brotliDecompressSync(await compress(sent, 'br')).equals(sent)).toBe(true)
    expect(gunzipSync(await compress(sent, 'gzip')).equals(sent)).toBe(true)
  },
)
