import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { withinLimit } from '../time-limit.ts'
import { type FallbackText, fallbackPage, openingText, upgradingText } from './fallback-page.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import { clientAddressOf } from './request-checks.ts'
import { createSharedRoom } from './shared-room.ts'

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

const notYet = (text: FallbackText, retryAfter: string): RequestHandler => {
  const page = fallbackPage(503, null, text)
  return (request, response) => {
    const isAlive = request.url === '/healthz'
    response.writeHead(isAlive ? 200 : 503, {
      'retry-after': retryAfter,
      'content-type': isAlive ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(isAlive ? 'ok\n' : page)
  }
}
const opens = notYet(openingText, '1')
const upgrades = notYet(upgradingText, '10')
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

/** Only while bytes are waiting: an event stream may be silent for long. */
const disconnectSlowReader = (response: ServerResponse, unreadMs: number) => {
  response.setTimeout(unreadMs, () => {
    // Read here: the socket is null until an earlier response on the connection is over.
    const { socket } = response
    if (socket !== null && socket.writableLength > 0) socket.destroy()
  })
}

const disconnectSlowSender = (request: IncomingMessage, response: ServerResponse, restMs: number) => {
  response.once('finish', () => {
    if (request.complete) return
    const cut = setTimeout(() => request.socket.destroy(), restMs)
    request.once('close', () => clearTimeout(cut))
  })
}

export interface TimeLimits {
  readonly headersMs: number
  readonly requestMs: number
  /** For the rest of a request body once the response is sent. */
  readonly restMs: number
  readonly unreadMs: number
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
/** Idle connections stay open this long, so that a request sent just before is read. Not in ms: a busy process is slow. */
const sweepsBeforeCut = 5

/** Listens on `host`:`port` (0: a free one); rejects when it is taken. Headers have 10 s (D3), bodies their own limits. */
export const listen = async (
  host: string,
  port: number,
  { headersMs, requestMs, restMs, unreadMs, lingerMs }: TimeLimits = timeLimits,
  trustedProxyHeader?: string,
): Promise<HttpServer> => {
  const opened = Promise.withResolvers<RequestHandler>()
  let upgradesSince: number | undefined
  let handler = beforeOpening(opened.promise, () => upgradesSince, trustedProxyHeader)
  let closing = false
  const server: Server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: headersMs,
      keepAliveTimeout: 15_000,
      // With Node's default of 30 s the header limit would be checked too seldom.
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      disconnectSlowReader(response, unreadMs)
      disconnectSlowSender(request, response, restMs)
      if (closing) response.setHeader('connection', 'close')
      void handler(request, response)
    },
  )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
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
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      }, sweepMs)
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(cut)
      clearInterval(sweep)
    },
  }
}
