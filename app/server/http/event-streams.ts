import type { ServerResponse } from 'node:http'
import { EventStream, eventText } from '../live/event-stream.ts'
import { type CommonHeaders, type Exchange, keepCookies, pageHeaders, sendFallback } from './send-response.ts'

export interface StreamLimits {
  readonly perClient: number
  readonly together: number
  /** Time between heartbeat comments, which keep proxies from closing the stream and reveal clients that are gone. */
  readonly heartbeatMs: number
  /** After this the stream is ended and the browser opens a new one. */
  readonly longestMs: number
  /** A client that leaves more bytes than this unread is disconnected. */
  readonly unreadBytes: number
}

const streamLimits: StreamLimits = {
  perClient: 20,
  together: 6_000,
  heartbeatMs: 25_000,
  longestMs: 3_600_000,
  unreadBytes: 65_536,
}

/** docs/decisions/0035 */
export interface EventStreams {
  /** True when it answered: 429 if `client` has too many streams open, 503 if the shop has, or is stopping. */
  refuse(exchange: Exchange, common: CommonHeaders, client: string): boolean
  /** Sends `stream` until the client leaves or the shop stops, then ends its subscription; refuses like `refuse`. */
  send(exchange: Exchange, common: CommonHeaders, stream: EventStream, client: string): void
  close(): void
}

export const isEventStream = (response: Response): response is EventStream => response instanceof EventStream

const retryAfterSeconds = '60'

/** Random, so that browsers do not all reconnect at the same moment after a restart. */
const retryMs = () => Math.round(2_000 + 4_000 * Math.random())

export const createEventStreams = (limits: StreamLimits = streamLimits): EventStreams => {
  const open = new Set<ServerResponse>()
  const ofClient = new Map<string, number>()
  let isClosed = false

  const count = (client: string, change: 1 | -1) => {
    const streams = (ofClient.get(client) ?? 0) + change
    if (streams === 0) ofClient.delete(client)
    else ofClient.set(client, streams)
  }

  const write = (response: ServerResponse, text: string) => {
    if (response.writableEnded || response.destroyed) return
    response.write(text)
    if (response.writableLength > limits.unreadBytes) response.destroy()
  }

  const refusalOf = (client: string): 429 | 503 | undefined => {
    if (isClosed || open.size >= limits.together) return 503
    return (ofClient.get(client) ?? 0) >= limits.perClient ? 429 : undefined
  }

  const refuse: EventStreams['refuse'] = (exchange, common, client) => {
    const refusal = refusalOf(client)
    if (refusal === undefined) return false
    sendFallback(exchange, common, refusal, { 'retry-after': retryAfterSeconds })
    return true
  }

  const begin = (response: ServerResponse, { subscribe }: EventStream, client: string) => {
    const heartbeat = setInterval(write, limits.heartbeatMs, response, ':\n\n')
    const end = setTimeout(() => response.end(), limits.longestMs)
    let unsubscribe = () => {}
    open.add(response)
    count(client, 1)
    response.once('close', () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      open.delete(response)
      count(client, -1)
      unsubscribe()
    })
    response.write(`retry: ${retryMs()}\n\n`)
    unsubscribe = subscribe({
      send: (data) => write(response, eventText(data)),
      end: () => response.end(),
    })
  }

  return {
    refuse,
    send(exchange, common, stream, client) {
      const { request, response } = exchange
      const isHead = request.method === 'HEAD'
      if (response.destroyed || (!isHead && refuse(exchange, common, client))) return
      keepCookies(exchange, stream)
      response.writeHead(200, pageHeaders(stream, common))
      if (isHead) response.end()
      else begin(response, stream, client)
    },
    close() {
      isClosed = true
      for (const response of open) response.end()
    },
  }
}
