import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { withinLimit } from '../time-limit.ts'
import { type FallbackText, fallbackPage, openingText, upgradingText } from './fallback-page.ts'
import { clientAddressOf, isRead } from './request-checks.ts'
import { createSharedRoom, type TakenRoom } from './shared-room.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

export interface HttpServer {
  readonly port: number
  /** Before this, health says so, and others wait: after 10 s, or without a place, they get 503 with a page that says why. */
  handOver(handler: RequestHandler): void
  /** The opening may take a minute: that page says so, and 10 s later nobody waits any more (D75). */
  upgrades(): void
  /** Accepts no new connection, waits at most `graceMs` for running requests, then closes the rest. */
  close(graceMs: number): Promise<void>
}

/** What is read loads itself again; a form that was sent would come back without what was typed. */
const notYet = (text: FallbackText, retryAfter: number, againAfter: number): RequestHandler => {
  const sent = fallbackPage(503, null, text)
  const read = fallbackPage(503, null, { ...text, againAfter })
  return (request, response) => {
    const page = isRead(request) ? read : sent
    const isAlive = request.url === '/healthz'
    response.writeHead(isAlive ? 200 : 503, {
      'retry-after': String(retryAfter),
      'content-type': isAlive ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(isAlive ? 'ok\n' : page)
  }
}
const opens = notYet(openingText, 1, 3)
const upgrades = notYet(upgradingText, 10, 10)
/** What a page needs while nothing is served must not hold it up. */
const neverWait = new Set(['/healthz', '/readyz', '/fallback.css', '/favicon.svg'])

/** Proxies send requests to a process that has just started: a restart is then a pause and no error. */
const openingMs = 10_000
/** One client gets 500 places (S17). */
const mostWaiting = 1_500

/** What answers until `opened` gives the handler. */
const beforeOpening = (
  opened: Promise<RequestHandler>,
  upgradesSince: () => number | undefined,
  trustedProxyHeader: string | undefined,
): RequestHandler => {
  const waiting = createSharedRoom(mostWaiting)
  const notYetNow = () => (upgradesSince() === undefined ? opens : upgrades)
  return async (request, response) => {
    const since = upgradesSince()
    const waitMs = since === undefined ? openingMs : since + openingMs - performance.now()
    const place = waiting.place(clientAddressOf(request, trustedProxyHeader))
    if (neverWait.has(request.url ?? '') || waitMs <= 0 || !place.take(1))
      return notYetNow()(request, response)
    const handle = await withinLimit(waitMs, opened, notYetNow)
    place.leave()
    await handle(request, response)
  }
}

interface Ahead {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly place: TakenRoom
}

/**
 * Begins a request when all earlier answers of its connection are with the system, and reads nothing more meanwhile (D61): otherwise a
 * connection that sends 1,000 requests and reads nothing holds 1,000 answers. One that has no place to wait is cut.
 */
const oneAtATime = (begin: RequestHandler, mostAhead: number, trustedProxyHeader: string | undefined) => {
  const room = createSharedRoom(mostAhead)

  const connected = (socket: Socket) => {
    const ahead: Ahead[] = []
    let isBusy = false
    const beginOne = (request: IncomingMessage, response: ServerResponse) => {
      isBusy = true
      // One a turn: thousands of short answers in a row would hold up everybody else.
      response.once('close', () => (ahead.length > 0 ? void setImmediate(beginNext) : beginNext()))
      void begin(request, response)
    }
    const beginNext = () => {
      isBusy = false
      const next = socket.destroyed ? undefined : ahead.shift()
      if (next === undefined) return
      next.place.leave()
      if (ahead.length === 0) socket.resume()
      beginOne(next.request, next.response)
    }
    // Node reads on at each end of an answer.
    socket.on('resume', () => {
      if (ahead.length > 0) socket.pause()
    })
    socket.once('close', () => {
      for (const { place } of ahead.splice(0)) place.leave()
    })
    return (request: IncomingMessage, response: ServerResponse): void => {
      if (!isBusy) return void beginOne(request, response)
      const place = room.place(clientAddressOf(request, trustedProxyHeader))
      if (!place.take(1)) return void socket.destroy()
      ahead.push({ request, response, place })
      socket.pause()
    }
  }

  const connections = new WeakMap<Socket, ReturnType<typeof connected>>()
  return ({ socket }: IncomingMessage) => {
    const known = connections.get(socket) ?? connected(socket)
    connections.set(socket, known)
    return known
  }
}

/** Only while bytes are waiting: an event stream may be silent for long. */
const disconnectSlowReader = (response: ServerResponse, unreadMs: number) => {
  response.setTimeout(unreadMs, () => {
    // Read here: the socket is null until an earlier response on the connection is over.
    const { socket } = response
    if (socket !== null && socket.writableLength > 0) socket.destroy()
  })
}

/**
 * All connections. Beyond `mostIdle` on which nothing is being answered, the one that has been so for longest is cut (D61): half-open
 * ones would otherwise take the memory of the container.
 */
const connectionsWithin = (mostIdle: number) => {
  const all = new Set<Socket>()
  const idle = new Set<Socket>()
  const rest = (socket: Socket): void => {
    idle.add(socket)
    const [longest] = idle
    if (idle.size <= mostIdle || longest === undefined) return
    // At once: of many that come in one turn each cuts another one.
    idle.delete(longest)
    longest.destroy()
  }
  return {
    all,
    add: (socket: Socket): void => {
      all.add(socket)
      socket.once('close', () => {
        all.delete(socket)
        idle.delete(socket)
      })
      rest(socket)
    },
    begin: ({ socket }: IncomingMessage, response: ServerResponse): void => {
      idle.delete(socket)
      response.once('close', () => {
        if (!socket.destroyed) rest(socket)
      })
    },
  }
}

const disconnectSlowSender = (request: IncomingMessage, response: ServerResponse, restMs: number) => {
  response.once('finish', () => {
    if (request.complete) return
    const cut = setTimeout(() => request.socket.destroy(), restMs)
    request.once('close', () => clearTimeout(cut))
  })
}

export interface ConnectionLimits {
  readonly headersMs: number
  readonly requestMs: number
  /** For the rest of a request body once the response is sent. */
  readonly restMs: number
  readonly unreadMs: number
  readonly lingerMs: number
  /** Requests that wait behind an unfinished answer of their connection, 3 kB each. */
  readonly mostAhead: number
  /** Connections on which nothing is being answered, each with up to 24 kB of headers that are not whole yet. */
  readonly mostIdle: number
}

const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  // More than the slowest upload may take.
  requestMs: 620_000,
  restMs: 15_000,
  unreadMs: 30_000,
  lingerMs: 2_000,
  // One client gets 3,000 (S17): more than one read of a connection can bring.
  mostAhead: 9_000,
  mostIdle: 2_000,
}
const sweepMs = 50
/** Idle connections stay open this long, so that a request sent just before is read. Not in ms: a busy process is slow. */
const sweepsBeforeCut = 5

/** Listens on `host`:`port` (0: a free one); rejects when it is taken. Headers have 10 s (D3), bodies their own limits. */
export const listen = async (
  host: string,
  port: number,
  {
    headersMs,
    requestMs,
    restMs,
    unreadMs,
    lingerMs,
    mostAhead,
    mostIdle,
  }: ConnectionLimits = connectionLimits,
  trustedProxyHeader?: string,
): Promise<HttpServer> => {
  const opened = Promise.withResolvers<RequestHandler>()
  let upgradesSince: number | undefined
  let handler = beforeOpening(opened.promise, () => upgradesSince, trustedProxyHeader)
  let closing = false
  const connections = connectionsWithin(mostIdle)
  const connectionOf = oneAtATime(
    (request, response) => {
      connections.begin(request, response)
      disconnectSlowReader(response, unreadMs)
      disconnectSlowSender(request, response, restMs)
      if (closing) response.setHeader('connection', 'close')
      return handler(request, response)
    },
    mostAhead,
    trustedProxyHeader,
  )
  const server: Server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: headersMs,
      keepAliveTimeout: 15_000,
      // With Node's default of 30 s the header limit would be checked too seldom.
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => connectionOf(request)(request, response),
  )
  server.on('connection', connections.add)
  server.on('clientError', (error, socket) => refuseMalformed(error, socket, lingerMs))
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
      opened.resolve(next)
    },
    upgrades() {
      upgradesSince = performance.now()
    },
    async close(graceMs) {
      closing = true
      // Not the http server's close: it closes idle connections at once, even if an unread request has arrived on one.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      let sweeps = 0
      const sweep = setInterval(() => {
        sweeps += 1
        if (sweeps < sweepsBeforeCut) return
        server.closeIdleConnections()
        // Browsers open connections ahead of need, and Node may count them as running requests.
        for (const socket of connections.all) if (socket.bytesRead === 0) socket.destroy()
      }, sweepMs)
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      clearInterval(sweep)
    },
  }
}

const malformed: Readonly<Record<string, { readonly status: string; readonly text: string }>> = {
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

/** Answers 400, 408 or 431, unless part of a response was sent before; the socket is destroyed after `lingerMs`. */
const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex, lingerMs: number) => {
  const hasAnswered = socket instanceof Socket && socket.bytesWritten > 0
  if (!socket.writable || hasAnswered || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, text } = malformed[error.code ?? ''] ?? notHttp
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
