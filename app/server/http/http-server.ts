import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface HttpServer {
  readonly port: number
  /** From now on requests go to `handler`; before, they are told to come again in a second. */
  handOver(handler: RequestHandler): void
  /** Takes no new connection, lets running requests end for at most `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>
}

const notYet: RequestHandler = (request, response) => {
  const status = request.url === '/healthz' ? 200 : 503
  response.writeHead(status, {
    'retry-after': '1',
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(status === 200 ? 'ok\n' : '準備中です。数秒たってからもう一度お試しください。\n')
}

const unreadable: Readonly<Record<string, { readonly status: string; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: '送られた情報が大きすぎます。ブラウザーのCookieを消して、もう一度お試しください。',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    text: '時間内に届きませんでした。もう一度お試しください。',
  },
}
const notHttp = { status: '400 Bad Request', text: 'この操作には対応していません。' }

/**
 * What is no request that HTTP knows (another method, headers without end, a body that never comes) is told so, and cut.
 * A connection that has carried an answer is only cut: a second one could stand in the middle of the first. Who is told has
 * `lingerMs` to close the line as well.
 */
const refuseUnreadable = (error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number) => {
  const hasAnswered = socket instanceof Socket && socket.bytesWritten > 0
  if (!socket.writable || hasAnswered || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, text } = unreadable[error.code ?? ''] ?? notHttp
  const headers = [
    'content-type: text/plain; charset=utf-8',
    'x-content-type-options: nosniff',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', text].join('\r\n'))
  const cut = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(cut))
}

/**
 * Cuts who has left bytes of the answer unread for `unreadMs`, without taking a single one. A line where nothing is to be
 * read stays, however long: a stream of events is silent by nature.
 */
const cutWhoDoesNotRead = (response: ServerResponse, unreadMs: number) => {
  response.setTimeout(unreadMs, () => {
    // Asked for only now: it is null as long as an earlier answer on the line is not over.
    const { socket } = response
    if (socket !== null && socket.writableLength > 0) socket.destroy()
  })
}

/** Cuts who still sends a body `restMs` after it was answered. */
const cutWhoSendsOn = (request: IncomingMessage, response: ServerResponse, restMs: number) => {
  response.once('finish', () => {
    if (request.complete) return
    const cut = setTimeout(() => request.socket.destroy(), restMs)
    request.once('close', () => clearTimeout(cut))
  })
}

/** How long a visitor may take, in ms. */
export interface TimeLimits {
  /** To send the headers, and the whole request; less where an address says so. */
  readonly headersMs: number
  readonly requestMs: number
  /** To send the rest of a body whose answer is out. */
  readonly restMs: number
  /** To read some more of an answer. */
  readonly unreadMs: number
  /** To close the line after a refusal. */
  readonly lingerMs: number
}

const timeLimits: TimeLimits = {
  headersMs: 10_000,
  // More than the slowest upload may take.
  requestMs: 620_000,
  restMs: 15_000,
  unreadMs: 20_000,
  lingerMs: 2_000,
}
const sweepMs = 50
/**
 * Sweeps until a stop cuts connections that are idle: what was sent there just before is read by then. Counted, not timed:
 * between two sweeps even a busy process reads.
 */
const sweepsBeforeCut = 5

/**
 * Listens on `host`:`port` (port 0: a free one) and resolves when it does; rejects when the port is taken. Headers
 * have 10 s (D3), and a second until it is noticed; who reads a body sets its limit.
 */
export const listen = async (
  host: string,
  port: number,
  { headersMs, requestMs, restMs, unreadMs, lingerMs }: TimeLimits = timeLimits,
): Promise<HttpServer> => {
  let handler = notYet
  let closing = false
  const server: Server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: headersMs,
      keepAliveTimeout: 15_000,
      // Node looks for the slow ones every 30 s unless told otherwise: that would be the real limit.
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      cutWhoDoesNotRead(response, unreadMs)
      cutWhoSendsOn(request, response, restMs)
      if (closing) response.setHeader('connection', 'close')
      void handler(request, response)
    },
  )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, lingerMs))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return {
    port: address.port,
    handOver(next) {
      handler = next
    },
    async close(graceMs) {
      closing = true
      // Not the close of node:http, which cuts at once what seems idle: a request may be on its way there, not read yet.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      let sweeps = 0
      const sweep = setInterval(() => {
        sweeps += 1
        if (sweeps < sweepsBeforeCut) return
        server.closeIdleConnections()
        // Browsers open connections ahead of need; Node can take one that never said a word for a running request.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, sweepMs)
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      clearInterval(sweep)
    },
  }
}
