import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHeaders } from '@remix-run/node-fetch-server'
import { errorFields, type Log } from '../log.ts'
import type { PageCache } from '../page-cache.ts'
import { clientAddressOf } from './client-address.ts'
import { chooseEncoding } from './compression.ts'
import { readBody } from './request-body.ts'
import { refusalOf } from './request-refusal.ts'
import { securityHeaders } from './security-headers.ts'
import { type Exchange, sendCalm, sendDrawn, sendLive } from './send-answer.ts'

/** What a request is to the pages behind this layer. */
export interface RequestIdentity {
  readonly requestId: string
  readonly clientAddress: string
}

/** Everything that answering needs, handed over by the composition root. */
export interface AnswerParts {
  readonly log: Log
  readonly siteOrigin: string
  readonly writeOrigins: readonly string[]
  readonly trustedProxyHeader: string | undefined
  /** Path of the one write that needs no origin: it is signed instead. */
  readonly signedWritePath: string
  readonly newRequestId: () => string
  readonly now: () => number
  readonly pageCache: PageCache
  /** What an address (path and query) is to the page cache: to be kept, or to be drawn anew each time. */
  readonly pageKind: (pathAndQuery: string) => 'keep' | 'pass'
  readonly hasSession: (cookie: string | undefined) => boolean
  /** Files and the practice pages: true when it has answered. */
  readonly answerFile: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  readonly ready: () => Promise<boolean>
  readonly drawPage: (request: Request, identity: RequestIdentity) => Promise<Response>
  /** Largest body in bytes that an address takes. */
  readonly bodyLimit: (path: string) => number
  /** How the log names a path: what opens something to whoever knows it is left out. As it is, when left out. */
  readonly loggedPath?: (path: string) => string
}

/**
 * Answers one request, in the order of docs/decisions/0005: kept page, health, limits, files, then the pages. Never throws:
 * a surprise is logged here with the request's id and answered by the calm page.
 */
export const createAnswer = (parts: AnswerParts) => {
  const common = securityHeaders(parts.siteOrigin.startsWith('https:'))
  const isForEverybody = (request: IncomingMessage) =>
    isRead(request) && !parts.hasSession(request.headers.cookie)

  const answerKept = (request: IncomingMessage, response: ServerResponse): boolean =>
    isForEverybody(request) &&
    parts.pageCache.answer(
      request.url ?? '/',
      request.method,
      {
        encoding: chooseEncoding(request.headers['accept-encoding']),
        ifNoneMatch: request.headers['if-none-match'],
      },
      response,
    )

  const answerHealth = async ({ response }: Exchange, path: string) => {
    const healthy = path === '/healthz' || (await parts.ready())
    const headers = { ...common, 'content-type': 'text/plain', 'cache-control': 'no-store' }
    response.writeHead(healthy ? 200 : 503, headers).end(healthy ? 'ok\n' : 'not ready\n')
  }

  const answerPage = async (exchange: Exchange, path: string) => {
    const { request, response, requestId } = exchange
    const url = request.url ?? '/'
    if (isForEverybody(request) && parts.pageKind(url) === 'keep')
      return sendDrawn(exchange, await parts.pageCache.fill(url))
    const body = isRead(request) ? undefined : await readBody(request, parts.bodyLimit(path))
    if (body?.ok === false) return sendCalm(exchange, common, 413, { connection: 'close' })
    const aborted = new AbortController()
    response.once('close', () => aborted.abort())
    const toPages = new Request(`${parts.siteOrigin}${url}`, {
      method: request.method ?? 'GET',
      headers: createHeaders(request),
      signal: aborted.signal,
      ...(body ? { body: new Uint8Array(body.value) } : {}),
    })
    const clientAddress = clientAddressOf(request, parts.trustedProxyHeader)
    await sendLive(exchange, common, await parts.drawPage(toPages, { requestId, clientAddress }))
  }

  const answerAnew = async (exchange: Exchange, path: string) => {
    const { request, response } = exchange
    if (isRead(request) && (path === '/healthz' || path === '/readyz')) return answerHealth(exchange, path)
    const refusal = refusalOf(request, parts)
    if (refusal !== undefined) return sendCalm(exchange, common, refusal.status, refusal.headers)
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value)
    if (await parts.answerFile(request, response)) return
    await answerPage(exchange, path)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (answerKept(request, response)) return
    const startedAt = parts.now()
    const exchange: Exchange = { request, response, requestId: parts.newRequestId() }
    const path = request.url?.split('?', 1)[0] ?? '/'
    const log = parts.log.with({ requestId: exchange.requestId, path: parts.loggedPath?.(path) ?? path })
    response.once('close', () =>
      log.info('request', {
        method: request.method,
        status: response.statusCode,
        ms: parts.now() - startedAt,
      }),
    )
    try {
      await answerAnew(exchange, path)
    } catch (error) {
      if (request.destroyed && !request.complete) return
      log.error('request failed', errorFields(error))
      sendCalm(exchange, common, 500)
    }
  }
}

const isRead = (request: IncomingMessage) => request.method === 'GET' || request.method === 'HEAD'
