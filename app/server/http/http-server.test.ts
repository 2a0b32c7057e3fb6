import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addresses } from '../../addresses.ts'
import { type ConnectionLimits, listen } from './http-server.ts'

const host = '127.0.0.1'
/** Longer than a test may take: who closes only then has not closed. */
const graceMs = 600_000

test('stopping lets a running request end, and then holds no connection that its browser would keep', async () => {
  const server = await listen(host, 0)
  const arrived = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  server.handOver(async (_, response) => {
    response.write('first ')
    arrived.resolve()
    await mayEnd.promise
    response.end('last')
  })
  const agent = new Agent({ keepAlive: true })
  const answer = new Promise<IncomingMessage>((resolve) => get({ host, port: server.port, agent }, resolve))
  await arrived.promise
  const closed = server.close(graceMs)
  mayEnd.resolve()
  expect(await text(await answer)).toBe('first last')
  await closed
  agent.destroy()
})

test('after the grace what is left is closed', async () => {
  const server = await listen(host, 0)
  const arrived = Promise.withResolvers<void>()
  server.handOver(() => arrived.resolve())
  const answer = new Promise((_, reject) => get({ host, port: server.port }).once('error', reject))
  await arrived.promise
  await server.close(0)
  await expect(answer).rejects.toThrow(/socket hang up|ECONNRESET/)
})

const question = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
const limitsForTests = {
  headersMs: 50,
  requestMs: 100,
  restMs: 600_000,
  unreadMs: 600_000,
  lingerMs: 600_000,
  mostAhead: 9_000,
  mostIdle: 2_000,
}

test.each([
  { what: 'headers', sent: 'GET / HTTP/1.1\r\nhost: x\r\n' },
  { what: 'a body', sent: 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nslow' },
])('who sends $what too slowly is told so soon after the limit', async ({ sent }) => {
  const server = await listen(host, 0, limitsForTests)
  server.handOver(() => {})
  const socket = connect(server.port, host)
  socket.write(sent)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  await server.close(0)
})

test('stopping answers requests that are under way, on new and on kept connections, and disconnects who stays silent', async () => {
  const server = await listen(host, 0)
  server.handOver((_, response) => void response.end('answered'))
  const [silent, asking, kept] = [1, 2, 3].map(() => connect(server.port, host).setEncoding('utf8'))
  if (!silent || !asking || !kept) throw new Error('three connections are needed')
  // Connections are taken in their order: once the last one has its answer, the server holds the others.
  await Promise.all([once(silent, 'connect'), once(asking, 'connect')])
  kept.write(question)
  await once(kept, 'data')
  const cut = once(silent.resume(), 'close')
  for (const socket of [asking, kept]) socket.write(question)
  const answers = await Promise.all([text(asking), text(kept), server.close(graceMs)])
  for (const answer of answers.slice(0, 2)) expect(answer).toMatch(/connection: close[\s\S]*answered$/i)
  await cut
})

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

test.each([
  { what: 'a request that HTTP does not know', sent: 'NONSENSE\r\n\r\n' },
  { what: 'headers that are too slow', sent: 'GET / HTTP/1.1\r\nhost: x\r\n' },
  { what: 'no word at all', sent: '' },
])('who is refused for $what and never closes the line is cut', async ({ sent }) => {
  const server = await listen(host, 0, { ...limitsForTests, lingerMs: 50 })
  await expect.poll(openSockets).toBe(0)
  const socket = connect({ port: server.port, host, allowHalfOpen: true })
  socket.write(sent)
  let said = ''
  socket.setEncoding('utf8').on('data', (words) => {
    said += words
  })
  await once(socket, 'end')
  expect(said).toMatch(/^HTTP\/1.1 4/)
  // Only our end of the connection is left, and it sends nothing more.
  await expect.poll(openSockets).toBe(1)
  socket.destroy()
  await server.close(0)
})

test('who asks for much and reads nothing is disconnected', async () => {
  const server = await listen(host, 0, { ...limitsForTests, unreadMs: 50 })
  const ended = Promise.withResolvers<boolean>()
  server.handOver((_, response) => {
    response.once('close', () => ended.resolve(response.writableFinished))
    response.end(Buffer.alloc(50_000_000))
  })
  const socket = connect(server.port, host).pause()
  socket.write(question)
  expect(await ended.promise).toBe(false)
  socket.destroy()
  await server.close(0)
})

test('who sends a second request along with the first, and reads nothing of its answer, is disconnected', async () => {
  const server = await listen(host, 0, { ...limitsForTests, unreadMs: 50 })
  const ended = Promise.withResolvers<boolean>()
  let isFirst = true
  server.handOver((_, response) => {
    if (!isFirst) response.once('close', () => ended.resolve(response.writableFinished))
    response.end(Buffer.alloc(isFirst ? 1 : 50_000_000))
    isFirst = false
  })
  const socket = connect(server.port, host).pause()
  socket.write(question + question)
  expect(await ended.promise).toBe(false)
  socket.destroy()
  await server.close(0)
})

test('who still sends a body long after its answer is disconnected', async () => {
  const server = await listen(host, 0, { ...limitsForTests, requestMs: 600_000, restMs: 50 })
  onTestFinished(() => server.close(0))
  server.handOver((_, response) => void response.end('answered'))
  const socket = connect(server.port, host)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nslow')
  expect(await text(socket)).toMatch(/answered$/)
})

test('who has sent a whole body and keeps the connection is not disconnected', async () => {
  const server = await listen(host, 0, { ...limitsForTests, requestMs: 600_000, restMs: 1 })
  onTestFinished(() => server.close(0))
  server.handOver((request, response) => {
    request.resume().once('close', () => response.end('answered'))
  })
  const socket = connect(server.port, host).setEncoding('utf8')
  const closed = once(socket, 'close')
  for (let question = 0; question < 100; question += 1) {
    socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbody')
    expect(await Promise.race([once(socket, 'data'), closed])).toEqual([expect.stringMatching(/answered$/)])
  }
  socket.destroy()
})

test('a stream that is silent for longer than that goes on', async () => {
  const server = await listen(host, 0, { ...limitsForTests, unreadMs: 50 })
  server.handOver(async (_, response) => {
    response.write('first ')
    await once(response, 'timeout')
    response.end('last')
  })
  const [answer]: IncomingMessage[] = await once(get({ host, port: server.port }), 'response')
  expect(answer && (await text(answer))).toBe('first last')
  await server.close(0)
})

const opening = async (trustedProxyHeader?: string) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await listen(host, 0, undefined, trustedProxyHeader)
  onTestFinished(() => server.close(0))
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = request({ host, port: server.port, path, headers, method, agent: false }).end()
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    return { status: answer?.statusCode, headers: answer?.headers, text: answer && (await text(answer)) }
  }
  return { server, ask }
}

test('D3: before the shop is open the process lives and is not ready, and who comes then waits until it is', async () => {
  const { server, ask } = await opening()
  const page = ask('/')
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  server.handOver((_, response) => void response.end('open'))
  expect(await page).toMatchObject({ status: 200, text: 'open' })
  expect((await ask('/readyz')).text).toBe('open')
})

test('D3: nobody waits longer than 10 s for the shop to open, and of more than 500 of one client the last ones not at all', async () => {
  const { server, ask } = await opening()
  const answers: unknown[] = []
  const come = async (count: number) => {
    while (answers.length < count) await pause(5)
  }
  for (let at = 0; at < 503; at += 1)
    void ask('/').then(
      (answer) => answers.push(answer),
      () => {},
    )
  await come(3)
  await vi.advanceTimersByTimeAsync(9_999)
  await ask('/healthz')
  expect(answers).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1)
  await come(503)
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  expect(answers[3]).toMatchObject({
    text: expect.stringContaining('<meta http-equiv="refresh" content="3">'),
  })
  const again = ask('/')
  await ask('/healthz')
  server.handOver((_, response) => void response.end('open'))
  expect((await again).status).toBe(200)
})

test('D75: who comes while the data are brought up to date waits as long, is then told so, and 10 s later nobody waits', async () => {
  const { server, ask } = await opening()
  server.upgrades()
  const page = ask('/')
  expect((await ask('/healthz')).status).toBe(200)
  expect((await ask('/readyz')).status).toBe(503)
  await vi.advanceTimersByTimeAsync(10_000)
  for (const answer of [await page, await ask('/'), await ask('/fallback.css')])
    expect(answer).toMatchObject({
      status: 503,
      headers: { 'retry-after': '10', 'content-type': 'text/html; charset=utf-8' },
      text: expect.stringContaining('ただいまお店を新しくしています'),
    })
  // P41: what is read loads itself again, what was sent would come back empty.
  expect((await ask('/')).text).toContain('<meta http-equiv="refresh" content="10">')
  expect((await ask('/', {}, 'POST')).text).not.toContain('refresh')
  server.handOver((_, response) => void response.end('open'))
  expect((await ask('/')).text).toBe('open')
})

test('D75: a short one is a wait and no error', async () => {
  const { server, ask } = await opening()
  server.upgrades()
  const page = ask('/')
  await ask('/healthz')
  await vi.advanceTimersByTimeAsync(9_999)
  server.handOver((_, response) => void response.end('open'))
  expect((await page).text).toBe('open')
})

test('S17: where one client takes all its places, another still waits until the shop is open', async () => {
  const { server, ask } = await opening('x-real-ip')
  const mine = Array.from({ length: 501 }, () => ask('/', { 'x-real-ip': '192.0.2.1' }))
  expect((await Promise.race(mine)).status).toBe(503)
  const other = ask('/', { 'x-real-ip': '198.51.100.1' })
  await ask('/healthz')
  server.handOver((_, response) => void response.end('open'))
  expect((await other).status).toBe(200)
  await Promise.all(mine)
})

const requestOf = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`

/** A server that notes what it takes up, in its order. */
const notingServer = async (
  answer: (response: ServerResponse, path: string) => void,
  limits: Partial<ConnectionLimits> = {},
) => {
  const usual = { ...limitsForTests, headersMs: 600_000, requestMs: 600_000 }
  const server = await listen(host, 0, { ...usual, ...limits }, 'x-real-ip')
  onTestFinished(() => server.close(0))
  const begun: string[] = []
  server.handOver(({ url = '' }, response) => {
    begun.push(url)
    answer(response, url)
  })
  const open = () => {
    const socket = connect(server.port, host)
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    return socket
  }
  return { begun, open }
}

test('D61: of 1,000 requests that a connection sends ahead one is taken up, until its answer has gone', async () => {
  const held: ServerResponse[] = []
  const { begun, open } = await notingServer((response) => void held.push(response))
  const sent = Array.from({ length: 1_000 }, (_, at) => requestOf(`/${at}`))
  open().write(sent.join(''))
  await expect.poll(() => begun).toEqual(['/0'])
  open().write(requestOf('/other'))
  await expect.poll(() => begun).toEqual(['/0', '/other'])
  held[0]?.end('answered')
  await expect.poll(() => begun).toEqual(['/0', '/other', '/1'])
})

test('D61: of what a connection sends ahead one request begins a turn, so that others come in between', async () => {
  let turn = 0
  let isOver = false
  const nextTurn = () => {
    turn += 1
    if (!isOver) setImmediate(nextTurn)
  }
  const turns: number[] = []
  const { begun, open } = await notingServer((response) => {
    turns.push(turn)
    response.end('answered')
  })
  nextTurn()
  open().resume().write(requestOf('/ahead').repeat(200))
  await expect.poll(() => begun).toHaveLength(200)
  isOver = true
  expect(new Set(turns).size).toBe(200)
})

test('D61: who sends ahead far more than may wait, and reads, gets every answer in order', async () => {
  const { open } = await notingServer(
    (response, path) => void setImmediate(() => response.end(`<${path}>`)),
    // Of which one client gets 100; a read of 64 kB brings fewer.
    { mostAhead: 300 },
  )
  const socket = open().setEncoding('utf8')
  const padding = `x-padding: ${'p'.repeat(1_000)}\r\n`
  const paths = Array.from({ length: 500 }, (_, at) => `/${at}`)
  socket.write(paths.map((path) => requestOf(path, padding)).join(''))
  const answers: string[] = []
  for await (const text of socket) {
    answers.push(...[...String(text).matchAll(/<(\/\d+)>/g)].map(([, path = '']) => path))
    if (answers.length >= paths.length) break
  }
  expect(answers).toEqual(paths)
})

test('D61: a body that is sent behind an unfinished answer arrives whole', async () => {
  const first = Promise.withResolvers<ServerResponse>()
  const bodies: string[] = []
  const server = await listen(host, 0)
  onTestFinished(() => server.close(0))
  server.handOver(async (request, response) => {
    if (request.url === '/first') return first.resolve(response)
    bodies.push(await text(request))
    response.end('read')
  })
  const socket = connect(server.port, host).setEncoding('utf8')
  onTestFinished(() => void socket.destroy())
  const body = 'b'.repeat(500_000)
  socket.write(requestOf('/first'))
  socket.write(`POST /second HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`)
  socket.write(body)
  socket.write(requestOf('/first'))
  ;(await first.promise).end('first')
  await expect.poll(() => bodies.map(({ length }) => length)).toEqual([body.length])
})

test('D61: who reads nothing is let go, and what it sent ahead is never taken up', async () => {
  const over = Promise.withResolvers<void>()
  const { begun, open } = await notingServer(
    (response) => {
      response.once('close', () => over.resolve())
      response.end(Buffer.alloc(50_000_000))
    },
    { unreadMs: 50 },
  )
  open()
    .pause()
    .write(requestOf('/0') + requestOf('/1') + requestOf('/2'))
  await over.promise
  open().write(requestOf('/other'))
  await expect.poll(() => begun).toEqual(['/0', '/other'])
})

test('D61, S17: a client that sends more than its share ahead is cut, and no other; its places come back', async () => {
  // Of nine one client gets three.
  const held: ServerResponse[] = []
  let mayEnd = false
  const { begun, open } = await notingServer(
    (response) => void (mayEnd ? response.end('answered') : held.push(response)),
    { mostAhead: 9 },
  )
  const send = async (path: string, count: number, address: string) => {
    const socket = open()
    socket.write(requestOf(path, `x-real-ip: ${address}\r\n`).repeat(count))
    await expect.poll(() => begun).toContain(path)
    return socket
  }
  const kept = [await send('/a', 2, '192.0.2.1'), await send('/b', 3, '192.0.2.1')]
  const cut = await send('/c', 2, '192.0.2.1')
  await expect.poll(() => cut.resume().destroyed).toBe(true)
  kept.push(await send('/d', 2, '198.51.100.1'))
  await send('/e', 1, '198.51.100.1')
  expect(kept.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  mayEnd = true
  for (const response of held.splice(0)) response.end('answered')
  await expect.poll(() => begun.filter((path) => '/a/b/d'.includes(path))).toHaveLength(7)
  mayEnd = false
  const again = await send('/again', 4, '192.0.2.1')
  await send('/after', 1, '198.51.100.1')
  expect(again.resume().destroyed).toBe(false)
})

test('D61: places of a connection that is cut come back', async () => {
  const held: ServerResponse[] = []
  // One client gets one of three.
  const { begun, open } = await notingServer(
    (response, path) => void (path === '/held' ? held.push(response) : response.end('answered')),
    { mostAhead: 3 },
  )
  open().write(requestOf('/held').repeat(2))
  await expect.poll(() => begun).toEqual(['/held'])
  open().write(requestOf('/other'))
  await expect.poll(() => begun).toEqual(['/held', '/other'])
  held[0]?.destroy()
  open().write(requestOf('/ahead').repeat(2))
  await expect.poll(() => begun).toEqual(['/held', '/other', '/ahead', '/ahead'])
})

test('D61: of too many idle connections the one that has been so for longest is cut, and none that is being answered', async () => {
  const held: ServerResponse[] = []
  const { begun, open } = await notingServer(
    (response, path) => void (path === '/held' ? held.push(response) : response.end('answered')),
    { mostIdle: 2 },
  )
  const closed: string[] = []
  const come = async (name: string, sent: string) => {
    const socket = open().resume()
    socket.once('close', () => closed.push(name))
    await once(socket, 'connect')
    socket.write(sent)
    return socket
  }
  const answered = await come('answered', requestOf('/held'))
  await expect.poll(() => begun).toHaveLength(1)
  await come('half-open', 'GET / HTTP/1.1\r\nhost: x\r\n')
  const used = await come('used', requestOf('/used'))
  await once(used, 'data')
  await come('new', requestOf('/held'))
  await expect.poll(() => closed).toEqual(['half-open'])
  await expect.poll(() => begun).toHaveLength(3)
  await come('silent', '')
  held[0]?.end('answered')
  await once(answered, 'data')
  await expect.poll(() => closed).toEqual(['half-open', 'used'])
  answered.write(requestOf('/again'))
  await expect.poll(() => begun).toHaveLength(4)
})

test('D3: before the shop is open of all addresses those alone are answered that a page of nothing needs', async () => {
  const { server, ask } = await opening()
  const atOnce = ['/healthz', '/readyz', '/fallback.css', '/favicon.svg']
  const all = new Set([
    ...Object.keys(addresses).map((path) => path.replaceAll(/[:*]/g, 'x')),
    ...atOnce.flatMap((path) => [path, `${path}.data`, `${path}?x=1`, `/x${path}`]),
  ])
  const answered: string[] = []
  const waiting = [...all].map(async (path) => {
    const { text } = await ask(path)
    if (text !== 'open') answered.push(path)
  })
  await ask('/healthz')
  await expect.poll(() => answered.toSorted()).toEqual(atOnce.toSorted())
  server.handOver((_, response) => void response.end('open'))
  await Promise.all(waiting)
  expect(answered.toSorted()).toEqual(atOnce.toSorted())
})
