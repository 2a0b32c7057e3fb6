import type { ServerResponse } from 'node:http'
import { clientAt } from '../public-address.ts'
import { type CommonHeaders, type Exchange, keepCookies, pageHeaders, sendFallback } from './send-response.ts'
import { createSharedRoom } from './shared-room.ts'

export interface OpenStream {
  /** `data` may have several lines; does nothing after the end. */
  send(data: string): void
  end(): void
}

/** Called when the stream opens; gives the function that unsubscribes, which is called once. */
type Subscribe = (stream: OpenStream) => () => void

/** A loader's answer, written by the HTTP layer: a platform body would keep its request in memory (docs/decisions/0035). */
export class EventStream extends Response {
  readonly subscribe: Subscribe
  /** Whose streams are counted together, on whatever network; undefined for everybody's. */
  readonly person: string | undefined

  constructor(subscribe: Subscribe, person?: string) {
    super(null, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Otherwise nginx buffers events.
        'x-accel-buffering': 'no',
      },
    })
    this.subscribe = subscribe
    this.person = person
  }
}

export interface StreamLimits {
  readonly perClient: number
  /** Of one person at the desk (N92). */
  readonly perPerson: number
  /** Of which one network gets a half (S17). */
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
  perPerson: 6,
  together: 6_000,
  heartbeatMs: 25_000,
  longestMs: 3_600_000,
  unreadBytes: 65_536,
}

/** docs/decisions/0035 */
export interface EventStreams {
  /** True when it answered: 429 if the client has too many streams, 503 if its network or the shop has, or is stopping. */
  refuse(exchange: Exchange, common: CommonHeaders, address: string): boolean
  /** Sends `stream` until the client leaves or the shop stops, then ends its subscription; refuses like `refuse`. */
  send(exchange: Exchange, common: CommonHeaders, stream: EventStream, address: string): void
  close(): void
}

export const isEventStream = (response: Response): response is EventStream => response instanceof EventStream

/** Every line gets its own `data:`, so that no text can add a field. */
const eventText = (data: string): string =>
  `${data
    .split(/\r\n?|\n/)
    .map((line) => `data: ${line}\n`)
    .join('')}\n`

const retryAfterSeconds = '60'

/** Random, so that browsers do not all reconnect at the same moment after a restart. */
const retryMs = () => Math.round(2_000 + 4_000 * Math.random())

export const createEventStreams = (limits: StreamLimits = streamLimits): EventStreams => {
  const open = new Set<ServerResponse>()
  const room = createSharedRoom(limits.together)
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

  const refusalOf = (address: string): 429 | 503 | undefined => {
    if (isClosed || !room.place(address).fits(1)) return 503
    return (ofClient.get(clientAt(address).client) ?? 0) >= limits.perClient ? 429 : undefined
  }

  const refuse: EventStreams['refuse'] = (exchange, common, address) => {
    const refusal = refusalOf(address)
    if (refusal === undefined) return false
    sendFallback(exchange, common, refusal, { 'retry-after': retryAfterSeconds })
    return true
  }

  const hasTooMany = ({ person }: EventStream) =>
    person !== undefined && (ofClient.get(`person ${person}`) ?? 0) >= limits.perPerson

  const sendTooMany = (exchange: Exchange, common: CommonHeaders) =>
    sendFallback(exchange, common, 429, { 'retry-after': retryAfterSeconds })

  const begin = (response: ServerResponse, { subscribe, person }: EventStream, address: string) => {
    const place = room.place(address)
    const { client } = clientAt(address)
    const counted = person === undefined ? [client] : [client, `person ${person}`]
    const heartbeat = setInterval(write, limits.heartbeatMs, response, ':\n\n')
    const end = setTimeout(() => response.end(), limits.longestMs)
    let unsubscribe = () => {}
    open.add(response)
    place.take(1)
    for (const each of counted) count(each, 1)
    response.once('close', () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      open.delete(response)
      place.leave()
      for (const each of counted) count(each, -1)
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
    send(exchange, common, stream, address) {
      const { request, response } = exchange
      const isHead = request.method === 'HEAD'
      if (response.destroyed || (!isHead && refuse(exchange, common, address))) return
      if (!isHead && hasTooMany(stream)) return sendTooMany(exchange, common)
      keepCookies(exchange, stream.headers.getSetCookie())
      response.writeHead(200, pageHeaders(stream, common))
      if (isHead) response.end()
      else begin(response, stream, address)
    },
    close() {
      isClosed = true
      for (const response of open) response.end()
    },
  }
}
