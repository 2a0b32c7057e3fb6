import { zstdCompressSync } from 'node:zlib'
import { body, bomb, endless, type FeedBehaviour, feedRow, packedQuickly, silent } from './feed-server.ts'

const rows = Array.from({ length: 3_000 }, (_, at) => feedRow(at, { description: `${Math.sin(at)}` }))
const text = JSON.stringify(rows)
const gzip = packedQuickly('gzip', text)
const br = packedQuickly('br', text)

const packed = (encoding: string, content: Buffer) => body(content, { 'content-encoding': encoding })

const withWrongChecksum = Buffer.from(gzip)
withWrongChecksum.writeUInt32LE(1, gzip.length - 8)

/** Raw bytes instead of an HTTP answer. */
const raw =
  (bytes: string): FeedBehaviour =>
  (_request, { socket }) => {
    socket?.end(bytes, 'latin1')
  }

const resetInTheMiddle: FeedBehaviour = (_request, response) => {
  response.writeHead(200, { 'content-length': '100000' })
  response.write('x'.repeat(50_000), () => response.socket?.resetAndDestroy())
}

/** Unreadable answers that end by themselves. */
export const brokenAnswers: readonly (readonly [name: string, answer: FeedBehaviour])[] = [
  ['an empty body that is said to be gzip', packed('gzip', Buffer.alloc(0))],
  ['an empty body that is said to be br', packed('br', Buffer.alloc(0))],
  ['the first byte of gzip', packed('gzip', gzip.subarray(0, 1))],
  ['the first byte of br', packed('br', br.subarray(0, 1))],
  ['half of gzip', packed('gzip', gzip.subarray(0, gzip.length / 2))],
  ['half of br', packed('br', br.subarray(0, br.length / 2))],
  ['gzip without its last byte', packed('gzip', gzip.subarray(0, -1))],
  ['br without its last byte', packed('br', br.subarray(0, -1))],
  ['gzip with a wrong checksum', packed('gzip', withWrongChecksum)],
  ['gzip, and half of it once more', packed('gzip', Buffer.concat([gzip, gzip.subarray(0, 100)]))],
  ['text that is said to be gzip', packed('gzip', Buffer.from(text))],
  ['text that is said to be br', packed('br', Buffer.from(text))],
  ['gzip in gzip, said once', packed('gzip', packedQuickly('gzip', gzip))],
  ['two encodings', packed('gzip, br', packedQuickly('br', gzip))],
  ['an encoding that was not asked for', packed('zstd', zstdCompressSync(text))],
  [
    'nothing at all, in gzip',
    (_request, response) => response.writeHead(204, { 'content-encoding': 'gzip' }).end(),
  ],
  ['a few bytes that unfold to 50 MB in gzip', bomb('gzip')],
  ['a few bytes that unfold to 50 MB in br', bomb('br')],
  ['no end of bytes', endless],
  ['less than was announced', raw('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1]')],
  ['a piece without an end', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n[1]')],
  ['a piece without a length', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfar\r\n[1]')],
  ['another protocol', raw('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n[1]')],
  ['no HTTP', raw('220 mail.example ESMTP\r\n')],
  ['no byte', raw('')],
  ['headers of 100 kB', raw(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)],
  ['a line that is reset', resetInTheMiddle],
  ['a way round and round', (_request, response) => response.writeHead(302, { location: '/feed' }).end()],
]

/** Sends what `next` gives until the connection is closed. */
const trickle =
  (begin: (response: Parameters<FeedBehaviour>[1]) => void, piece: string): FeedBehaviour =>
  (_request, response) => {
    begin(response)
    const { socket } = response
    const timer = setInterval(() => socket?.write(piece), 5)
    socket?.on('error', () => {}).once('close', () => clearInterval(timer))
  }

const begin = (bytes: string) => (response: Parameters<FeedBehaviour>[1]) => response.socket?.write(bytes)

/** Answers that never end by themselves. */
export const endlessAnswers: typeof brokenAnswers = [
  ['nothing', silent],
  ['one header after the other', trickle(begin('HTTP/1.1 200 OK\r\n'), 'A: a\r\n')],
  ['one hint after the other', trickle(begin(''), 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['one byte after the other', trickle(begin('HTTP/1.1 200 OK\r\n\r\n'), 'x')],
  [
    'gzip that stops in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzip.subarray(0, -20))
    },
  ],
]
