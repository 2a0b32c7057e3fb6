import type { ServerResponse } from 'node:http'
import { type CommonHeaders, type Exchange, pageHeaders, sendFallback } from './send-response.ts'

export interface StreamLimits {
  readonly perClient: number
  readonly together: number
  /** A comment goes out that often: proxies keep the stream, and a client that is gone is noticed. */
  readonly heartbeatMs: number
  /** Then the browser opens a new one. */
  readonly longestMs: number
  /** With more bytes than that unread a client is disconnected. */
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
  /**
   * Passes the body of `stream` on as it comes, and cancels it when the client leaves or the shop stops. Responds 429 when
   * `client` has too many open, 503 when all together have or the shop stops. Throws what the body throws.
   */
  send(exchange: Exchange, common: CommonHeaders, stream: EventStream, client: string): Promise<void>
  close(): void
}

type EventStream = Response & { readonly body: NonNullable<Response['body']> }

export const isEventStream = (response: Response): response is EventStream =>
  response.status === 200 &&
  response.body !== null &&
  response.headers.get('content-type')?.startsWith('text/event-stream') === true

const retryAfterSeconds = '60'

export const createEventStreams = (limits: StreamLimits = streamLimits): EventStreams => {
  const open = new Set<ServerResponse>()
  const ofClient = new Map<string, number>()
  let isClosed = false

  const count = (client: string, change: 1 | -1) => {
    const streams = (ofClient.get(client) ?? 0) + change
    if (streams === 0) ofClient.delete(client)
    else ofClient.set(client, streams)
  }

  const write = (response: ServerResponse, bytes: Uint8Array | string) => {
    response.write(bytes)
    if (response.writableLength > limits.unreadBytes) response.destroy()
  }

  const refusalOf = (client: string): 429 | 503 | undefined => {
    if (isClosed || open.size >= limits.together) return 503
    return (ofClient.get(client) ?? 0) >= limits.perClient ? 429 : undefined
  }

  const pipe = async (response: ServerResponse, body: ReadableStream<Uint8Array>, client: string) => {
    const reader = body.getReader()
    const heartbeat = setInterval(() => write(response, ':\n\n'), limits.heartbeatMs)
    const end = setTimeout(() => response.end(), limits.longestMs)
    open.add(response)
    count(client, 1)
    response.once('close', () => {
      clearInterval(heartbeat)
      clearTimeout(end)
      open.delete(response)
      count(client, -1)
      reader.cancel().catch(() => {})
    })
    response.flushHeaders()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      if (!response.writableEnded) write(response, part.value)
    if (!response.writableEnded) response.end()
  }

  return {
    async send(exchange, common, stream, client) {
      const { request, response } = exchange
      const isHead = request.method === 'HEAD'
      const refusal = isHead ? undefined : refusalOf(client)
      if (isHead || response.destroyed || refusal !== undefined) await stream.body.cancel()
      if (refusal !== undefined)
        return sendFallback(exchange, common, refusal, { 'retry-after': retryAfterSeconds })
      response.writeHead(200, pageHeaders(stream, common))
      if (isHead || response.destroyed) response.end()
      else await pipe(response, stream.body, client)
    },
    close() {
      isClosed = true
      for (const response of open) response.end()
    },
  }
}
