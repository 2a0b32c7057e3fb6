import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileHandler, type TitleOfPdf } from './files.ts'

const host = '127.0.0.1'
const script = 'export const cart = "カート"\n'.repeat(50)
const hash = 'q9X_-zLm3V5aBcDeFgHiJkLmNoPqRsTu'
const picture = Buffer.from('0123456789')
/** More than any two sockets hold: who does not read makes the server wait. */
const hugeBytes = 256 * 1024 * 1024

let folder = ''
let server: Server
/** How each request ended, in their order: whether it was answered, or why not. */
let outcomes: Promise<unknown>[] = []

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
  const clientDir = join(folder, 'client')
  mkdirSync(join(clientDir, 'assets'), { recursive: true })
  mkdirSync(join(folder, 'images', 'folder'), { recursive: true })
  writeFileSync(join(clientDir, 'assets', 'cart-1.js'), script)
  writeFileSync(join(clientDir, 'assets', 'cart-1.js.br'), brotliCompressSync(script))
  writeFileSync(join(clientDir, 'assets', 'cart-1.js.gz'), gzipSync(script))
  writeFileSync(join(clientDir, 'favicon.ico'), picture)
  writeFileSync(join(clientDir, '.hidden'), 'hidden')
  writeFileSync(join(folder, 'images', '猫.jpg'), picture)
  writeFileSync(join(folder, 'images', 'empty.png'), '')
  writeFileSync(join(folder, 'images', '.half-written.jpg'), picture)
  writeFileSync(join(folder, 'images', 'huge.jpg'), '')
  truncateSync(join(folder, 'images', 'huge.jpg'), hugeBytes)
  const titleOfPdf: TitleOfPdf = async (url, query) =>
    url.endsWith(`${hash}.pdf`) && query.get('work') === 'w1' ? 'はじめての巾着' : undefined
  const handleFile = createFileHandler(clientDir, { imagesDir: join(folder, 'images') }, titleOfPdf)
  outcomes = []
  server = createServer((request, response) => {
    const outcome = handleFile(request, response).then((answered) => {
      if (!answered) response.writeHead(404).end()
      return answered
    })
    outcomes.push(outcome.catch((error: unknown) => error))
  })
  server.listen(0, host)
  await once(server, 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const port = () => {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

const send = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const asked = httpRequest({
    host,
    port: port(),
    path: encodeURI(path),
    headers,
    method,
    agent: false,
  }).end()
  const [answer] = await once(asked, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

test('a built file is sent as the browser likes it, and kept for ever when its name has a hash', async () => {
  const plain = await send('/assets/cart-1.js?x=1')
  expect(plain).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/javascript',
      'content-length': String(Buffer.byteLength(script)),
      'cache-control': 'public, max-age=31536000, immutable',
      'last-modified': expect.any(String),
      etag: expect.stringMatching(/^W\//),
      vary: 'Accept-Encoding',
    },
  })
  expect(plain.body.toString()).toBe(script)
  const br = await send('/assets/cart-1.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript' })
  expect(brotliDecompressSync(br.body).toString()).toBe(script)
  const gzip = await send('/assets/cart-1.js', { 'accept-encoding': 'gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(script)
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
})

test('an encoding that the browser refuses is not sent', async () => {
  const gzip = await send('/assets/cart-1.js', { 'accept-encoding': 'br;q=0, gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  const plain = await send('/assets/cart-1.js', { 'accept-encoding': 'br;q=0, gzip;q=0.0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test('every file says what it is', async () => {
  expect((await send('/favicon.ico')).headers).toMatchObject({
    'content-type': 'image/x-icon',
    'cache-control': 'public, max-age=3600',
  })
  expect((await send('/Image/猫.jpg')).headers['content-type']).toBe('image/jpeg')
})

test('a picture tells its length, may be shown elsewhere and is kept a day', async () => {
  const whole = await send('/Image/猫.jpg')
  expect(whole).toMatchObject({
    status: 200,
    body: picture,
    headers: {
      'content-length': '10',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    },
  })
  const head = await send('/Image/猫.jpg', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10', etag: whole.headers.etag } })
  expect(head.body).toHaveLength(0)
  expect(await send('/Image/empty.png')).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
})

test.each([
  [`${hash}.avif`, 'image/avif'],
  [`${hash}-800.webp`, 'image/webp'],
  [`${hash}.jpg`, 'image/jpeg'],
  [`${hash}.pdf`, 'application/pdf'],
  [hash, 'application/octet-stream'],
])('what a member has sent (%s) is kept for ever, and can run nothing', async (name, type) => {
  mkdirSync(join(folder, 'images', 'uploads'))
  writeFileSync(join(folder, 'images', 'uploads', name), picture)
  expect(await send(`/Image/uploads/${name}`)).toMatchObject({
    status: 200,
    body: picture,
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    },
  })
})

test('R8: a PDF of a member is saved, never opened here, and a picture is shown', async () => {
  mkdirSync(join(folder, 'images', 'uploads'))
  for (const ending of ['pdf', 'PDF', 'jpg'])
    writeFileSync(join(folder, 'images', 'uploads', `${hash}.${ending}`), picture)
  const saved = { 'content-disposition': 'attachment', 'cross-origin-resource-policy': 'same-origin' }
  expect((await send(`/Image/uploads/${hash}.pdf`)).headers).toMatchObject(saved)
  expect((await send(`/Image/uploads/${hash}.PDF`)).headers).toMatchObject(saved)
  expect((await send(`/Image/uploads/${hash}.jpg`)).headers).not.toHaveProperty('content-disposition')
})

test('R8: it is saved under the title of the recipe that names it, which is asked for anew each time', async () => {
  mkdirSync(join(folder, 'images', 'uploads'))
  for (const ending of ['pdf', 'jpg'])
    writeFileSync(join(folder, 'images', 'uploads', `${hash}.${ending}`), picture)
  const named = await send(`/Image/uploads/${hash}.pdf?work=w1`)
  expect(named).toMatchObject({
    status: 200,
    body: picture,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="download.pdf"; filename*=UTF-8''${encodeURIComponent('はじめての巾着')}.pdf`,
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
    },
  })
  const other = await send(`/Image/uploads/${hash}.pdf?work=w2`)
  expect(other.headers).toMatchObject({ 'content-disposition': 'attachment' })
  expect((await send(`/Image/uploads/${hash}.jpg?work=w1`)).headers).not.toHaveProperty('content-disposition')
})

test.each([
  '/Image/uploads/cat.jpg',
  `/Image/uploads/${hash}.html`,
  `/Image/uploads/more/${hash}.jpg`,
  `/Image/uploads/${hash}.jpg.svg`,
  `/Image/${hash}.jpg`,
])('only a name with a hash is kept for ever: %s is not', async (path) => {
  const target = join(folder, 'images', path.replace('/Image/', ''))
  mkdirSync(join(target, '..'), { recursive: true })
  writeFileSync(target, picture)
  mkdirSync(join(folder, 'images', 'uploads'), { recursive: true })
  expect(await send(path)).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'public, max-age=86400' },
  })
})

test.each(['/assets/cart-1.js', '/Image/猫.jpg'])('who has %s already is not sent it again', async (path) => {
  const { etag, 'cache-control': kept } = (await send(path)).headers
  const strong = String(etag).replace('W/', '')
  for (const known of [etag, strong, `"other", ${etag}`, '*']) {
    const answer = await send(path, { 'if-none-match': known })
    expect(answer, known).toMatchObject({ status: 304, headers: { etag, 'cache-control': kept } })
    expect(answer.body).toHaveLength(0)
  }
  expect((await send(path, { 'if-none-match': '"other"' })).status).toBe(200)
})

test.each(['5-2', '-5', '2-4', '10-', 'x'])('a wish for a part (bytes=%s) gets the whole', async (part) => {
  expect(await send('/Image/猫.jpg', { range: `bytes=${part}` })).toMatchObject({
    status: 200,
    headers: { 'accept-ranges': 'none', 'content-length': '10' },
    body: picture,
  })
})

test.each([
  '/Image/',
  '/Image/folder',
  '/Image/none.jpg',
  '/Image/.half-written.jpg',
  '/Image/猫.jpg/more',
  `/Image/${'a'.repeat(300)}.jpg`,
  '/Image/../client/favicon.ico',
  `/Image/uploads/${hash}.jpg`,
  '/Image/uploads/../../client/favicon.ico',
  '/.hidden',
  '/assets/',
  '/assets/../../images/empty.png',
  '/',
])('no file: %s', async (path) => {
  expect((await send(path)).status).toBe(404)
})

test('a picture that is put there later is found, one that is taken away is not', async () => {
  expect((await send('/Image/new.jpg')).status).toBe(404)
  writeFileSync(join(folder, 'images', 'new.jpg'), picture)
  expect((await send('/Image/new.jpg')).status).toBe(200)
  rmSync(join(folder, 'images', 'new.jpg'))
  expect((await send('/Image/new.jpg')).status).toBe(404)
})

test('built files that vanish from the disk while the shop is open are served on', async () => {
  rmSync(join(folder, 'client'), { recursive: true })
  const answer = await send('/assets/cart-1.js', { 'accept-encoding': 'br' })
  expect(answer.status).toBe(200)
  expect(brotliDecompressSync(answer.body).toString()).toBe(script)
})

const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })

const askAndReadNothing = async (requests: string): Promise<Socket> => {
  const socket = connect(port(), host)
  socket.write(requests)
  await once(socket, 'readable')
  return socket
}
const asked = 'GET /Image/huge.jpg HTTP/1.1\r\nhost: x\r\n\r\n'

// Only Linux tells which files a process has open.
test.skipIf(process.platform !== 'linux').each([
  { who: 'a visitor', requests: 1 },
  { who: 'a visitor with questions in a row', requests: 20 },
])('$who who leaves in the middle of a picture leaves no file open', async ({ requests }) => {
  const socket = await askAndReadNothing(asked.repeat(requests))
  expect(openFiles()).not.toEqual([])
  socket.resetAndDestroy()
  for (const outcome of outcomes) expect(await outcome).toBe(true)
  expect(openFiles()).toEqual([])
})

// Only Linux tells which files a process has open.
test.skipIf(process.platform !== 'linux')(
  'a visitor who leaves before the answer leaves no file open',
  async () => {
    const socket = connect(port(), host)
    const arrived = once(server, 'request')
    socket.write(asked)
    server.once('request', () => socket.resetAndDestroy())
    await arrived
    expect(await outcomes[0]).toBe(true)
    expect(openFiles()).toEqual([])
  },
)
