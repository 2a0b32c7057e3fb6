import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createEventStreams } from './event-streams.ts'
import { createFileHandler } from './files.ts'
import { createHttpHandler, type RequestIdentity } from './http-handler.ts'
import { type HttpServer, listen } from './http-server.ts'
import { createRenderLanes, type LaneSizes, type RenderLanes } from './render-lanes.ts'
import { bodyLimits } from './request-body.ts'

/** One in flight, and of the queue a third is a client's, two places: with the fourth, one is refused. */
const tight = { inFlight: 1, queue: 6, longestWaitMs: 60_000 }
const origin = 'https://shop.example'
const patient = { timeout: 10_000 }

const laneOf = (path: string) => {
  if (path.startsWith('/webhook')) return 'outside'
  if (path.startsWith('/desk')) return 'desk'
  return path.startsWith('/checkout') ? 'checkout' : 'pages'
}

let server: HttpServer
let folder = ''
let logged: string[] = []
/** Every path that the server has been asked for, and those whose render has begun. */
let asked: string[] = []
let begun: string[] = []
let sent: Promise<unknown>[] = []
let lanes: RenderLanes
let draw: (path: string, identity: RequestIdentity) => Promise<string> | string
let mayEnd: PromiseWithResolvers<void>

const allTight = { cached: tight, pages: tight, checkout: tight, desk: tight }
const open = async (sizes: LaneSizes = allTight) => {
  lanes = createRenderLanes(sizes)
  const answer = createHttpHandler({
    log: createLog('info', (line) => logged.push(line), Date.now),
    siteOrigin: origin,
    writeOrigins: () => [origin],
    trustedProxyHeader: undefined,
    redirectOtherHosts: false,
    addressOf: (path) => ({
      cache: path.startsWith('/kept') ? 'everybody' : 'never',
      bodyBytes: { visitor: 1_000, session: 1_000 },
      upload: false,
      stream: false,
      writes: 'same origin',
      lane: laneOf(path),
    }),
    canonicalAddress: (url) => url,
    loggedPath: (path) => path,
    newRequestId: () => 'request-1',
    pageCacheBytes: 1_000_000,
    bodyLimits: { ...bodyLimits, pages: 2_000, checkout: 2_000, desk: 2_000, outside: 2_000 },
    lanes,
    streams: createEventStreams(),
    hasSession: () => false,
    isAtDesk: () => false,
    passesGate: () => false,
    refuseUpload: async () => undefined,
    hiddenFrom: async () => null,
    handleFile: createFileHandler(undefined, { imagesDir: join(folder, 'images') }),
    ready: async () => true,
    takesWrites: () => true,
    renderPage: async ({ url }, identity) => {
      const path = url.replace(origin, '')
      begun.push(path)
      return new Response(await draw(path, identity), { headers: { 'content-type': 'text/html' } })
    },
  })
  server.handOver((request, response) => {
    asked.push(request.url ?? '')
    return answer(request, response)
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'overload-'))
  logged = []
  asked = []
  begun = []
  sent = []
  mayEnd = Promise.withResolvers()
  draw = async (path) => {
    await mayEnd.promise
    return path
  }
  server = await listen('127.0.0.1', 0)
  await open()
  writeFileSync(join(folder, 'images', 'a.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
afterEach(async () => {
  vi.useRealTimers()
  mayEnd.resolve()
  await Promise.allSettled(sent)
  await server.close(0)
  rmSync(folder, { recursive: true })
})

const ask = (path: string, method = 'GET'): ClientRequest =>
  request({ host: '127.0.0.1', port: server.port, path, method, headers: { origin }, agent: false })

const send = (path: string, method?: string): Promise<Answer> => {
  const answer = answerTo(path, method)
  sent.push(answer)
  return answer
}
const answerTo = async (path: string, method?: string) => {
  const sent = ask(path, method)
  sent.end()
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no answer')
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}
type Answer = Awaited<ReturnType<typeof answerTo>>

/** As many requests as one in flight and the queue hold, and one more, which is refused: then the lane is full. */
const fill = async (path: string) => {
  const answers = ['a', 'b', 'c', 'd'].map((name) => send(`${path}${name}`))
  const refused = await Promise.race(answers)
  expect(refused.status).toBe(503)
  return { refused, all: Promise.all(answers) }
}
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted()

test('beyond those in flight and in the queue a page is refused with Retry-After, and who queues gets it', async () => {
  const { refused, all } = await fill('/page-')
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.body).toContain('ただいま混み合っています')
  expect(refused.body).toContain('<a href="">もう一度読み込む</a>')
  await expect.poll(() => begun.length, patient).toBe(1)
  mayEnd.resolve()
  expect(statusesOf(await all)).toEqual([200, 200, 200, 503])
  expect((await send('/page-e')).status).toBe(200)
})

test('a call is refused in JSON, HEAD without a body', async () => {
  await fill('/page-')
  const call = await send('/api/anything')
  expect(call).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  expect(JSON.parse(call.body)).toMatchObject({ message: 'ただいま混み合っています' })
  expect(await send('/page-e', 'HEAD')).toMatchObject({ status: 503, body: '' })
})

test('health, files, cached pages and the webhook are answered though every lane is full', async () => {
  draw = (path) => path
  await send('/kept')
  draw = async (path) => {
    if (!path.startsWith('/webhook')) await mayEnd.promise
    return path
  }
  for (const path of ['/page-', '/checkout-', '/kept-']) await fill(path)
  for (const path of ['/healthz', '/readyz', '/Image/a.svg', '/kept'])
    expect((await send(path)).status, path).toBe(200)
  expect((await send('/webhook', 'POST')).status).toBe(200)
})

test.each([
  { full: '/page-', free: '/checkout' },
  { full: '/page-', free: '/desk' },
  { full: '/desk-', free: '/page' },
  { full: '/checkout-', free: '/desk' },
  { full: '/page-', free: '/kept' },
  { full: '/checkout-', free: '/page' },
  { full: '/checkout-', free: '/kept' },
  { full: '/kept-', free: '/page' },
  { full: '/kept-', free: '/checkout' },
])('a flood of $full closes no $free', async ({ full, free }) => {
  draw = async (path) => {
    if (path.startsWith(full)) await mayEnd.promise
    return path
  }
  await fill(full)
  expect(await send(free)).toMatchObject({ status: 200, body: free })
})

test('made-up parameters of a cached page queue among the pages, not among the cached ones', async () => {
  await fill('/kept?name=')
  expect((await send('/page')).status).toBe(503)
  draw = (path) => path
  expect((await send('/kept')).status).toBe(200)
})

test('a cached page is served on while its rerender is refused, and no longer than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  draw = (path) => path
  await send('/kept')
  draw = async () => {
    await mayEnd.promise
    return 'new'
  }
  await fill('/kept-')
  vi.advanceTimersByTime(9_999)
  expect((await send('/kept')).body).toBe('/kept')
  vi.advanceTimersByTime(1)
  expect((await send('/kept')).status).toBe(503)
})

test('a clock that is set back makes no cached page older than ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  draw = (path) => `${path} ${begun.length}`
  await send('/kept')
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(10_000)
  expect((await send('/kept')).body).toBe('/kept 2')
})

test('the duration in the log is right though the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  draw = () => {
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(7)
    return 'page'
  }
  await send('/page')
  await expect.poll(() => logged.some((line) => line.includes('"ms":7')), patient).toBe(true)
})

/** One is in flight, and of the two that queue the first leaves; resolves when the server knows. */
const queueAndLeave = async (path: string) => {
  const inFlight = send(`${path}a`)
  await expect.poll(() => begun, patient).toEqual([`${path}a`])
  const left = ask(`${path}left`)
  left.once('error', () => {})
  left.end()
  const others = [send(`${path}b`), send(`${path}c`)]
  expect((await Promise.race(others)).status).toBe(503)
  left.destroy()
  await expect.poll(() => logged.some((line) => line.includes(`${path}left`)), patient).toBe(true)
  return [inFlight, ...others]
}

test.each(['/page-', '/kept-'])('who leaves the queue frees a place there (%s)', async (path) => {
  const before = await queueAndLeave(path)
  const after = [send(`${path}d`), send(`${path}e`)]
  await expect.poll(() => asked, patient).toEqual(expect.arrayContaining([`${path}d`, `${path}e`]))
  mayEnd.resolve()
  expect(statusesOf(await Promise.all([...before, ...after]))).toEqual([200, 200, 200, 503, 503])
})

test.each(['/page-', '/kept-'])('who has left is not rendered when there is room (%s)', async (path) => {
  const before = await queueAndLeave(path)
  mayEnd.resolve()
  expect(statusesOf(await Promise.all(before))).toEqual([200, 200, 503])
  expect(begun).not.toContain(`${path}left`)
})

test('a render that fails frees its place', async () => {
  draw = () => {
    throw new Error('broken')
  }
  for (const path of ['/page-a', '/page-b', '/page-c', '/kept-a', '/kept-b', '/kept-c'])
    expect((await send(path)).status).toBe(500)
})

test('who waits for another service is not in flight, and goes on without queueing again', async () => {
  const provider = Promise.withResolvers<void>()
  draw = async (path, { waitOutside }) => {
    if (path === '/page-waits')
      await Promise.all([waitOutside(() => provider.promise), waitOutside(() => provider.promise)])
    else await mayEnd.promise
    return path
  }
  const waits = send('/page-waits')
  await expect.poll(() => begun, patient).toEqual(['/page-waits'])
  const { all } = await fill('/page-')
  provider.resolve()
  expect((await waits).status).toBe(200)
  await expect.poll(() => begun.length, patient).toBe(2)
  mayEnd.resolve()
  expect(statusesOf(await all)).toEqual([200, 200, 200, 503])
  await fillAgain()
})

/** After everything is over there is exactly as much room as at the start. */
const fillAgain = async () => {
  mayEnd = Promise.withResolvers()
  begun = []
  const { all } = await fill('/page-again-')
  await expect.poll(() => begun.length, patient).toBe(1)
  mayEnd.resolve()
  expect(statusesOf(await all)).toEqual([200, 200, 200, 503])
}

test('a wait that begins after its page was answered leaves the room as it was', async () => {
  const answered = Promise.withResolvers<void>()
  let late: Promise<void> | undefined
  draw = async (path, { waitOutside }) => {
    if (path === '/page-waits') late = answered.promise.then(() => waitOutside(() => mayEnd.promise))
    else await mayEnd.promise
    return path
  }
  expect((await send('/page-waits')).status).toBe(200)
  answered.resolve()
  const { all } = await fill('/page-')
  mayEnd.resolve()
  await late
  expect(statusesOf(await all)).toEqual([200, 200, 200, 503])
  await fillAgain()
})

test.each(['answers', 'fails'])(
  'a wait that ends after its page was answered, and %s, leaves the room as it was',
  async (how) => {
    const provider = Promise.withResolvers<void>()
    let late: Promise<void> | undefined
    draw = async (path, { waitOutside }) => {
      if (path === '/page-waits') late = waitOutside(() => provider.promise)
      else await mayEnd.promise
      return path
    }
    expect((await send('/page-waits')).status).toBe(200)
    if (how === 'answers') provider.resolve()
    else provider.reject(new Error('away'))
    await late?.catch(() => undefined)
    await fillAgain()
  },
)

test('who is still sending a body is not in flight', async () => {
  const slow = ask('/page-slow', 'POST')
  slow.setHeader('expect', '100-continue')
  slow.flushHeaders()
  await once(slow, 'continue')
  draw = (path) => path
  expect((await send('/page')).status).toBe(200)
  slow.end('a=b')
  const [answer]: IncomingMessage[] = await once(slow, 'response')
  expect(answer?.resume().statusCode).toBe(200)
})

test('who has queued for too long is refused', async () => {
  await open({ ...allTight, pages: { ...tight, longestWaitMs: 1 } })
  const first = send('/page-a')
  await expect.poll(() => begun, patient).toEqual(['/page-a'])
  expect((await send('/page-b')).status).toBe(503)
  mayEnd.resolve()
  expect((await first).status).toBe(200)
  expect(begun).toEqual(['/page-a'])
})

test('when the shop stops, who queues is refused at once and what is in flight goes on', async () => {
  const { all } = await fill('/page-')
  await expect.poll(() => begun.length, patient).toBe(1)
  const inFlight = begun[0]
  lanes.close()
  const closed = server.close(60_000)
  await expect.poll(() => logged.filter((line) => line.includes('"status":503')).length, patient).toBe(3)
  mayEnd.resolve()
  expect(statusesOf(await all)).toEqual([200, 503, 503, 503])
  await closed
  expect(begun).toEqual([inFlight])
})

test('a stopped lane takes what it has room for, and queues nothing', async () => {
  lanes.close()
  const first = send('/page-a')
  await expect.poll(() => begun, patient).toEqual(['/page-a'])
  expect((await send('/page-b')).status).toBe(503)
  mayEnd.resolve()
  expect((await first).status).toBe(200)
})

/** Renders as SQLite lets them: from beginning to end without a pause, 2 ms of the processor's time. */
const drawWithoutPause = (path: string) => {
  const from = process.threadCpuUsage()
  const spent = () => process.threadCpuUsage(from).user + process.threadCpuUsage(from).system
  while (spent() < 2_000);
  return path
}

/** As many posts, all of which reach the server in the same turn of the event loop; resolves with their statuses. */
const postTogether = async (count: number) => {
  const posts = Array.from({ length: count }, (_, index) => ask(`/page-${index}`, 'POST'))
  for (const post of posts) post.setHeader('expect', '100-continue').flushHeaders()
  await Promise.all(posts.map((post) => once(post, 'continue')))
  const answers = posts.map((post) => once(post, 'response'))
  for (const post of posts) post.end()
  return (await Promise.all(answers)).map(([answer]) => answer.resume().statusCode)
}

test('of requests that arrive together those beyond the queue are refused, though no render ever waits', async () => {
  draw = drawWithoutPause
  const statuses = await postTogether(60)
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
})

test('who asks while a burst of renders is under way gets its response before all are done, though no render ever waits', async () => {
  await open({ ...allTight, pages: { inFlight: 100, queue: 0, longestWaitMs: 60_000 } })
  const visitor = connect(server.port, '127.0.0.1')
  await once(visitor, 'connect')
  const heard = once(visitor, 'data').then(() => begun.length)
  draw = (path) => {
    if (begun.length === 1) visitor.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    return drawWithoutPause(path)
  }
  expect(new Set(await postTogether(100))).toEqual(new Set([200]))
  expect(await heard).toBeLessThan(100)
  visitor.destroy()
})

test.each([
  { flooded: '/page', others: ['/checkout', '/webhook'] },
  { flooded: '/checkout', others: ['/page', '/webhook'] },
  { flooded: '/webhook', others: ['/page', '/checkout', '/desk'] },
  { flooded: '/desk', others: ['/page', '/checkout'] },
])(
  'bodies that never end fill the share of $flooded, close nothing else, and give it back',
  async ({ flooded, others }) => {
    draw = (path) => path
    const half = 'a'.repeat(600)
    const post = async (path: string, body: string) => {
      const posted = ask(path, 'POST')
      posted.setHeader('connection', 'keep-alive')
      posted.end(body)
      const [answer]: IncomingMessage[] = await once(posted, 'response')
      answer?.resume()
      return answer
    }
    const endless = ask(flooded, 'POST')
    endless.on('error', () => {})
    endless.setHeader('content-length', 900)
    endless.write(half)
    await expect.poll(async () => (await post(flooded, half))?.statusCode, patient).toBe(503)
    expect((await post(flooded, half))?.headers).toMatchObject({ 'retry-after': '2', connection: 'close' })
    for (const path of others) expect((await post(path, half))?.statusCode, path).toBe(200)
    expect((await post(flooded, 'a'.repeat(200)))?.statusCode).toBe(200)
    expect((await post(flooded, 'a'.repeat(201)))?.statusCode).toBe(503)
    endless.destroy()
    await expect.poll(async () => (await post(flooded, half))?.statusCode, patient).toBe(200)
    for (const _ of [1, 2, 3]) expect((await post(flooded, half))?.statusCode).toBe(200)
  },
)

test('a body counts for as long as its render is in flight', async () => {
  const first = ask('/webhook', 'POST')
  first.end('a'.repeat(600))
  await expect.poll(() => begun, patient).toEqual(['/webhook'])
  const second = ask('/webhook', 'POST')
  second.end('a'.repeat(600))
  const [refused]: IncomingMessage[] = await once(second, 'response')
  expect(refused?.statusCode).toBe(503)
  mayEnd.resolve()
  const [answer]: IncomingMessage[] = await once(first, 'response')
  expect(answer?.statusCode).toBe(200)
})
