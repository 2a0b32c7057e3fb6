import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ok, refused } from '../kernel/result.ts'
import { chooseEncoding, createPage, type RenderedPage } from './http/send-response.ts'
import { createPageCache, type PageCache, type RenderOutcome } from './page-cache.ts'

const page = (text: string, more: Partial<RenderedPage> = {}): RenderedPage =>
  createPage({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(text.padEnd(2_000, '.')),
    ...more,
  })

let clock = 0
let rendered: string[] = []
let nextPages: Array<() => Promise<RenderedPage>> = []
let cache: PageCache
let isOverloaded = false
let close: () => Promise<void>
let origin = ''

const askerAt = (address: string, isWanted = () => true) => ({ address, isWanted })
const asker = askerAt('192.0.2.1')

const render = async (url: string): Promise<RenderOutcome> => {
  if (isOverloaded) return refused('overloaded')
  rendered.push(url)
  const next = nextPages.shift()
  return ok(next ? await next() : page(`rendering ${rendered.length} of ${url}`))
}

beforeEach(async () => {
  clock = 1_000_000
  rendered = []
  nextPages = []
  isOverloaded = false
  cache = createPageCache(render, () => clock, 100_000)
  const server = createServer(async (request, response) => {
    const url = request.url ?? '/'
    const asked = {
      address: asker.address,
      method: request.method,
      encoding: chooseEncoding(request.headers['accept-encoding']),
      ifNoneMatch: request.headers['if-none-match'],
    }
    if (cache.send(url, asked, response)) return
    const filled = await cache.fill(url, asker)
    if (!filled.ok) return void response.writeHead(503).end()
    const fresh = filled.value
    response.writeHead(fresh.status, { ...fresh.headers, 'x-rendered': 'now' }).end(fresh.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((resolve) => server.close(() => resolve()))
})
afterEach(() => close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers })
const textOf = async (path: string) => (await (await get(path)).text()).replace(/\.+$/, '')

test('R56: pages that were forgotten are rendered again, and what was being rendered then is kept by nobody', async () => {
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  cache.forget()
  expect(await textOf('/a')).toBe('rendering 2 of /a')
  let go = () => {}
  const waits = new Promise<void>((resolve) => {
    go = resolve
  })
  nextPages = [async () => waits.then(() => page('before'))]
  const late = textOf('/b')
  await expect.poll(() => rendered).toContain('/b')
  cache.forget()
  go()
  expect(await late).toBe('before')
  expect(await textOf('/b')).toBe('rendering 4 of /b')
})

test('a page is rendered once within a second', async () => {
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  clock += 999
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  expect(rendered).toEqual(['/a'])
})

test('after a second the old copy is served while a new one is rendered', async () => {
  await textOf('/a')
  clock += 1_000
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  await expect.poll(() => rendered.length).toBe(2)
  await expect.poll(() => textOf('/a')).toBe('rendering 2 of /a')
})

test('nobody is served a copy of ten seconds', async () => {
  await textOf('/a')
  clock += 10_000
  expect(await textOf('/a')).toBe('rendering 2 of /a')
})

test('everybody who waits for the same page gets one rendering', async () => {
  const [one, two, three] = await Promise.all([textOf('/a'), textOf('/a'), textOf('/a')])
  expect(new Set([one, two, three])).toEqual(new Set(['rendering 1 of /a']))
})

test('a render is wanted as long as one of those who wait is there', async () => {
  let isWanted = () => true
  const held = Promise.withResolvers<RenderOutcome>()
  const shared = createPageCache(
    (_url, asker) => {
      isWanted = asker.isWanted
      return held.promise
    },
    () => clock,
    100_000,
  )
  const stays = { first: true, second: true }
  const both = [
    shared.fill(
      '/a',
      askerAt('192.0.2.1', () => stays.first),
    ),
    shared.fill(
      '/a',
      askerAt('192.0.2.1', () => stays.second),
    ),
  ]
  stays.first = false
  expect(isWanted()).toBe(true)
  stays.second = false
  expect(isWanted()).toBe(false)
  held.resolve(ok(page('late')))
  await Promise.all(both)
})

test('a failed rerender leaves the old copy until it is ten seconds old, then the failure is seen', async () => {
  await textOf('/a')
  nextPages = [() => Promise.reject(new Error('the database is away'))]
  clock += 2_000
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  await expect.poll(() => rendered.length).toBe(2)
  expect(await textOf('/a')).toBe('rendering 1 of /a')
})

test('a rerender that is refused leaves the old copy until it is ten seconds old', async () => {
  await textOf('/a')
  isOverloaded = true
  clock += 9_999
  expect(await textOf('/a')).toBe('rendering 1 of /a')
  clock += 1
  expect((await get('/a')).status).toBe(503)
  isOverloaded = false
  expect(await textOf('/a')).toBe('rendering 2 of /a')
})

test.each<{ kind: string; more: Partial<RenderedPage> }>([
  { kind: 'a failure', more: { status: 500 } },
  { kind: 'a page with a cookie', more: { headers: { 'set-cookie': 'a=b' } } },
  { kind: 'a page that says no-store', more: { headers: { 'cache-control': 'no-store' } } },
])('$kind is never kept', async ({ more }) => {
  nextPages = [async () => page('once', more)]
  await get('/a')
  expect(await textOf('/a')).toBe('rendering 2 of /a')
})

test('a copy comes compressed, and not at all to who has it', async () => {
  await get('/a')
  const zipped = await get('/a', { 'accept-encoding': 'gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(zipped.headers.get('x-rendered')).toBeNull()
  const again = await get('/a', {
    'accept-encoding': 'gzip',
    'if-none-match': zipped.headers.get('etag') ?? '',
  })
  expect(again.status).toBe(304)
  const listed = await get('/a', {
    'accept-encoding': 'gzip',
    'if-none-match': `"older", W/${zipped.headers.get('etag')}`,
  })
  expect(listed.status).toBe(304)
})

test('each encoding has an ETag of its own: who has one is sent another', async () => {
  await get('/a')
  const zipped = await get('/a', { 'accept-encoding': 'gzip' })
  const brotli = await get('/a', {
    'accept-encoding': 'br',
    'if-none-match': zipped.headers.get('etag') ?? '',
  })
  expect(brotli.status).toBe(200)
  expect(brotli.headers.get('content-encoding')).toBe('br')
})

test('who takes nothing compressed gets the page itself, and its length for a HEAD', async () => {
  await get('/a')
  const identity = { 'accept-encoding': 'identity' }
  const plain = await get('/a', identity)
  expect(plain.headers.get('x-rendered')).toBeNull()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('content-length')).toBe('2000')
  expect(await plain.text()).toBe('rendering 1 of /a'.padEnd(2_000, '.'))
  const again = await get('/a', { ...identity, 'if-none-match': plain.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  const head = await fetch(`${origin}/a`, { method: 'HEAD', headers: identity })
  expect(head.headers.get('content-length')).toBe('2000')
  expect(head.headers.get('etag')).toBe(plain.headers.get('etag'))
  expect(await head.text()).toBe('')
})

test('the copies together stay below the limit: the least recently rendered leaves', async () => {
  for (let index = 0; index < 120; index += 1) await get(`/${index}`)
  await get('/119')
  expect(rendered).toHaveLength(120)
  await get('/0')
  expect(rendered).toHaveLength(121)
})

test('S17: a network that fills the cache loses its own copies, and not those of others', async () => {
  await cache.fill('/of-another', askerAt('198.51.100.1'))
  for (let index = 0; index < 120; index += 1) await cache.fill(`/${index}`, askerAt(`192.0.2.${index}`))
  await get('/119')
  await get('/of-another')
  expect(rendered).toHaveLength(121)
  await get('/0')
  expect(rendered).toHaveLength(122)
})

test('S17: copies that nobody may get any more leave before those of a network that reads much', async () => {
  for (let index = 0; index < 120; index += 1) await cache.fill(`/old-${index}`, askerAt(`198.51.${index}.1`))
  clock += 10_000
  await get('/one')
  await get('/two')
  await get('/one')
  expect(rendered).toHaveLength(122)
})

/** A cache whose renders for 192.0.2.1 are refused once both wait; `second` comes while the first waits. */
const joined = async (second: { address: string; isWanted?: () => boolean }, isFull = false) => {
  const asked: string[] = []
  const held = Promise.withResolvers<void>()
  const shared = createPageCache(
    async (url, { address }) => {
      asked.push(address)
      await held.promise
      return address === '192.0.2.1' || isFull ? refused('overloaded') : ok(page(url))
    },
    () => clock,
    100_000,
  )
  const outcomes = [
    shared.fill('/a', askerAt('192.0.2.1')),
    shared.fill('/a', askerAt(second.address, second.isWanted)),
    shared.fill('/a', askerAt('192.0.2.1')),
  ]
  held.resolve()
  return { asked, oks: (await Promise.all(outcomes)).map((outcome) => outcome.ok) }
}

test('S17: who waits for a render that is refused for another’s want of places gets one of her own', async () => {
  expect(await joined({ address: '198.51.100.1' })).toEqual({
    asked: ['192.0.2.1', '198.51.100.1'],
    oks: [false, true, false],
  })
})

test.each([
  { who: 'is of the same client', second: { address: '192.0.2.1' }, isFull: false, asked: ['192.0.2.1'] },
  {
    who: 'is of the same client, under another spelling of its address',
    second: { address: '::ffff:192.0.2.1' },
    isFull: false,
    asked: ['192.0.2.1'],
  },
  {
    who: 'has left',
    second: { address: '198.51.100.1', isWanted: () => false },
    isFull: false,
    asked: ['192.0.2.1'],
  },
  {
    who: 'was refused a second time',
    second: { address: '198.51.100.1' },
    isFull: true,
    asked: ['192.0.2.1', '198.51.100.1'],
  },
])('nothing more is rendered for who $who', async ({ second, isFull, asked }) => {
  expect(await joined(second, isFull)).toEqual({ asked, oks: [false, false, false] })
})

test('who waits for a render that succeeds gets that one', async () => {
  const asked: string[] = []
  const shared = createPageCache(
    async (url, { address }) => {
      asked.push(address)
      return ok(page(url))
    },
    () => clock,
    100_000,
  )
  await Promise.all(['192.0.2.1', '198.51.100.1'].map((address) => shared.fill('/a', askerAt(address))))
  expect(asked).toEqual(['192.0.2.1'])
})

test('after 1,000 rerenders, in sizes that change, the limit still holds as many pages as before', async () => {
  // Text that does not compress: the compressed copies count too.
  const noise = (bytes: number) => randomBytes(bytes).toString('base64')
  const roomFor = async () => {
    rendered = []
    clock += 10_000
    for (let index = 0; index < 30; index += 1) {
      nextPages = [async () => page('', { body: Buffer.from(noise(2_850)) })]
      await cache.fill(`/room/${clock}/${index}`, asker)
    }
    // The newest first: asking for one that is gone puts it in another's place.
    for (let index = 29; index >= 0; index -= 1)
      if ((await get(`/room/${clock}/${index}`)).headers.has('x-rendered')) return 29 - index
    return 30
  }
  const before = await roomFor()
  expect(before).toBeGreaterThan(3)
  expect(before).toBeLessThan(30)
  for (let round = 0; round < 1_000; round += 1) {
    nextPages = [async () => page('', { body: Buffer.from(noise(round % 2 === 0 ? 300 : 2_000)) })]
    await cache.fill(`/rerendered/${round % 7}`, asker)
  }
  expect(await roomFor()).toBe(before)
})

test('gzip of the copy is the page', async () => {
  await get('/a')
  const { request } = await import('node:http')
  const body = await new Promise<Buffer>((resolve) =>
    request(`${origin}/a`, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve(Buffer.concat(chunks))
    }).end(),
  )
  expect(gunzipSync(body).toString()).toContain('rendering 1 of /a')
})
