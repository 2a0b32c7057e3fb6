import type { IncomingMessage, ServerResponse } from 'node:http'
import { createHeaders } from '@remix-run/node-fetch-server'
import { ok } from '../../kernel/result.ts'
import { createCallCounter } from '../call-counter.ts'
import type { CallLimits } from '../call-limits.ts'
import type { MoveNote } from '../database/move-note.ts'
import { errorFields, type Log } from '../log.ts'
import { createPageCache } from '../page-cache.ts'
import { withinLimit } from '../time-limit.ts'
import { EventStream, type EventStreams, isEventStream } from './event-streams.ts'
import { type FallbackText, movedText, movingText, signInText } from './fallback-page.ts'
import type { Asker, LaneName, RenderLanes, WaitOutside } from './render-lanes.ts'
import {
  type BodyLimits,
  type BodyRefusal,
  bodyLimits,
  createBodyReader,
  createUploadReader,
} from './request-body.ts'
import { clientAddressOf, isRead, otherHostOf, refusalOf, type WriteOrigins } from './request-checks.ts'
import { securityHeaders } from './security-headers.ts'
import {
  chooseEncoding,
  compressForEverybody,
  type Exchange,
  ownPage,
  type RenderedPage,
  refuseBody,
  refuseBodyWith,
  renderedPage,
  sendFallback,
  sendFilled,
  sendPageResponse,
} from './send-response.ts'

export interface RequestIdentity {
  readonly requestId: string
  readonly clientAddress: string
  /** Waits for another service without holding up other renders. */
  readonly waitOutside: WaitOutside
}

export interface HttpParts {
  readonly log: Log
  readonly siteOrigin: string
  readonly writeOrigins: WriteOrigins
  readonly redirectOtherHosts: boolean
  readonly trustedProxyHeader: string | undefined
  readonly newRequestId: () => string
  readonly pageCacheBytes: number
  /** Calls it whenever the kept pages have to be forgotten. */
  readonly whenPagesChange?: (forget: () => void) => void
  readonly bodyLimits?: BodyLimits
  readonly renderLimits?: Readonly<Record<AddressFacts['lane'], number>>
  readonly lanes: RenderLanes
  readonly streams: EventStreams
  readonly addressOf: (path: string) => AddressFacts
  readonly canonicalAddress: (url: string) => string | null
  /** Checks the signature, so that a made-up session gets the pages that everybody gets. */
  readonly hasSession: (cookie: string | undefined) => boolean
  /** Whose pages for everybody are drawn for her, with a way back to the desk (N99); costs no query. */
  readonly isAtDesk: (cookie: string | undefined) => boolean
  readonly passesGate: (cookie: string | undefined, path: string) => boolean
  /** The refusal of an upload that is refused whatever its content; undefined when its body may come. */
  readonly refuseUpload: (request: IncomingMessage, clientAddress: string) => Promise<Response | undefined>
  /** For whom a page of the desk is not there, null for its people: a write to it is refused before its body is read (N6). */
  readonly hiddenFrom: (
    request: IncomingMessage,
    clientAddress: string,
  ) => Promise<'visitor' | 'member' | null>
  readonly handleFile: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  readonly ready: () => Promise<boolean>
  /** Such as with a full disk: pages go on, so the shop stays ready, and says it (D65). */
  readonly writesFail?: () => boolean
  /** True while disk or memory is short: nothing is rendered and no body is read (D50). */
  readonly isShort?: () => boolean
  /** True while memory is tight: what is rendered for one visitor alone is refused (D62). */
  readonly isTight?: () => boolean
  /** When false, every write gets 503 before its body is read, the provider's events included (D9). */
  readonly takesWrites: () => boolean
  /** The move of the shop that forbids writing (D30); `endsAt` in epoch ms, in the past when unknown. */
  readonly move?: () => Pick<MoveNote, 'state' | 'endsAt'> | undefined
  readonly renderPage: (request: Request, identity: RequestIdentity) => Promise<Response>
  /** The path without its secrets, such as an order's token. */
  readonly loggedPath: (path: string) => string
}

export interface AddressFacts {
  readonly parameters?: readonly string[]
  readonly isOtherSpelling?: boolean
  readonly cache: 'everybody' | 'visitors' | 'never'
  /** Largest request body in bytes; 0 refuses it unread. */
  readonly bodyBytes: { readonly visitor: number; readonly session: number }
  /** A form that is too large is told of by its page, at `refused=size`. */
  readonly tellsSize?: boolean
  /** One raw body that may be large and slow. */
  readonly upload: boolean
  /** A client with too many open streams is refused before anything is rendered. */
  readonly stream: boolean
  readonly writes: 'same origin' | 'signed'
  readonly lane: Exclude<LaneName, 'cached'>
}

/** The client of cache renders, whose pages are kept and sent to everybody. */
export const pageCacheClient = 'page-cache'

const minuteMs = 60_000
const retryWhileMovingSeconds = '30'

/** How long a request waits (ms); work behind it has its own limits (D3). The desk reads files of thousands of rows. */
const defaultRenderLimits = { pages: 15_000, checkout: 15_000, outside: 25_000, desk: 60_000 } as const
const tooLate = () => new Response('Unexpected Server Error', { status: 503 })

/** Longer addresses are not cached, so that nobody can fill the cache with them. */
const longestCached = 400

/** Runs the steps of docs/decisions/0005 in order. Never throws: errors are logged and get the fallback page. */
export const createHttpHandler = (parts: HttpParts) => {
  const common = securityHeaders(parts.siteOrigin.startsWith('https:'))
  const isElsewhere = parts.redirectOtherHosts ? otherHostOf(parts.siteOrigin) : () => false
  const renderForEverybody = (url: string, asker: Asker) => {
    const identity = { requestId: parts.newRequestId(), clientAddress: pageCacheClient }
    const request = new Request(`${parts.siteOrigin}${url}`)
    return parts.lanes.run(laneOfCached(url), asker, async (waitOutside) => {
      const rendering = parts.renderPage(request, { ...identity, waitOutside })
      const response = await withinLimit(renderLimits.pages, rendering, tooLate)
      if (isEventStream(response))
        throw new Error('an event stream never ends, so its address cannot be a cached one')
      const page = await renderedPage(response, common)
      await compressForEverybody(page)
      return page
    })
  }
  const pageCache = createPageCache(renderForEverybody, () => performance.now(), parts.pageCacheBytes)
  parts.whenPagesChange?.(() => pageCache.forget())

  const renderLimits = parts.renderLimits ?? defaultRenderLimits
  const limits = parts.bodyLimits ?? bodyLimits
  const readUpload = createUploadReader(limits)
  const waitOfSearch = createSearchLimit()
  const readBody = {
    pages: createBodyReader(limits.pages, limits),
    checkout: createBodyReader(limits.checkout, limits),
    desk: createBodyReader(limits.desk, limits),
    outside: createBodyReader(limits.outside, limits),
  }

  const isCacheable = (request: IncomingMessage, path: string) => {
    const { cache } = parts.addressOf(path)
    if (!isRead(request) || cache === 'never') return false
    const { cookie } = request.headers
    return cache === 'everybody' ? !parts.isAtDesk(cookie) : !parts.hasSession(cookie)
  }

  const writerOf = ({ headers: { cookie } }: IncomingMessage, path: string, upload: boolean) =>
    parts.hasSession(cookie) || (upload && parts.passesGate(cookie, path)) ? 'session' : 'visitor'

  const sendCached = (request: IncomingMessage, response: ServerResponse, canonical: string): boolean => {
    if (isElsewhere(request.headers.host)) return false
    const asked = {
      address: clientAddressOf(request, parts.trustedProxyHeader),
      method: request.method,
      encoding: chooseEncoding(request.headers['accept-encoding']),
      ifNoneMatch: request.headers['if-none-match'],
    }
    return pageCache.send(canonical, asked, response)
  }

  const sendHealth = async ({ response }: Exchange, path: string) => {
    const healthy = path === '/healthz' || (await parts.ready())
    const well = path === '/readyz' && parts.writesFail?.() ? 'ok, but writes fail\n' : 'ok\n'
    const body = healthy ? well : 'not ready\n'
    const type = { 'content-type': 'text/plain', 'content-length': body.length }
    response.writeHead(healthy ? 200 : 503, { ...common, ...type, 'cache-control': 'no-store' }).end(body)
  }

  const handlePage = async (exchange: Exchange, path: string, cacheable: string | null) => {
    const { request, response, requestId } = exchange
    const facts = parts.addressOf(path)
    const { bodyBytes, tellsSize, lane, upload, stream } = facts
    const clientAddress = clientAddressOf(request, parts.trustedProxyHeader)
    const asker = { address: clientAddress, isWanted: () => !response.destroyed }
    const wait = isCounted(facts) ? waitOfSearch(request, clientAddress, performance.now()) : 0
    if (wait > 0) return sendFallback(exchange, common, 429, { 'retry-after': String(wait) }, tooManySearches)
    if (cacheable !== null && cacheable.length <= longestCached) {
      const filled = await pageCache.fill(cacheable, asker)
      return filled.ok
        ? sendFilled(exchange, common, withQuery(filled.value, request.url))
        : sendOverloaded(exchange)
    }
    const hiddenFrom =
      lane === 'desk' && (stream || !isRead(request)) ? await parts.hiddenFrom(request, clientAddress) : null
    const opensStream = stream && request.method === 'GET' && hiddenFrom === null
    if (opensStream && parts.streams.refuse(exchange, common, clientAddress)) return
    const render = (body?: Uint8Array<ArrayBuffer>) =>
      parts.lanes.run(lane, asker, async (waitOutside) => {
        const aborted = new AbortController()
        const abort = () => aborted.abort()
        response.once('close', abort)
        const toPages = new Request(`${parts.siteOrigin}${request.url}`, {
          method: isRead(request) ? 'GET' : (request.method ?? 'GET'),
          headers: createHeaders(request),
          signal: aborted.signal,
          ...(body ? { body } : {}),
        })
        const rendering = parts.renderPage(toPages, { requestId, clientAddress, waitOutside })
        const rendered = upload ? await rendering : await withinLimit(renderLimits[lane], rendering, tooLate)
        // A stream that is open for an hour should not keep its request in memory.
        response.off('close', abort)
        return isEventStream(rendered) ? rendered : ownPage(request, common, rendered)
      })
    const mostBytes = bodyBytes[writerOf(request, path, upload)]
    const readAndRender = async () => {
      if (isRead(request)) return ok(await render())
      return upload
        ? readUpload(request, mostBytes, clientAddress, render)
        : readBody[lane](request, mostBytes, clientAddress, render)
    }
    if (!isRead(request) && hiddenFrom !== null) {
      const text = hiddenFrom === 'visitor' ? signInText(request.url ?? '') : undefined
      return refuseBody(exchange, common, 404, {}, text)
    }
    if (!isRead(request) && mostBytes === 0) {
      if (bodyBytes.session > 0) return refuseBody(exchange, common, 401)
      return refuseBody(exchange, common, 405, { allow: 'GET, HEAD' })
    }
    const refused = upload && !isRead(request) ? await parts.refuseUpload(request, clientAddress) : undefined
    if (refused !== undefined) return refuseBodyWith(exchange, common, refused)
    const read = await readAndRender()
    if (!read.ok) {
      const isSize = statusOfRefusal[read.error] === 413 && tellsSize && !path.endsWith('.data')
      if (!isSize) return refuseBody(exchange, common, statusOfRefusal[read.error])
      const headers = { location: `${path}?refused=size` }
      return refuseBodyWith(exchange, common, new Response(null, { status: 303, headers }))
    }
    const rendered = read.value
    if (!rendered.ok) return sendOverloaded(exchange)
    if (!(rendered.value instanceof EventStream)) return sendPageResponse(exchange, common, rendered.value)
    parts.streams.send(exchange, common, rendered.value, clientAddress)
  }

  const sendOverloaded = (exchange: Exchange) => sendFallback(exchange, common, 503)

  /** Before the body is read (D7); the provider sends its events again. */
  const sendNoWrites = (exchange: Exchange) => {
    const move = parts.move?.()
    if (move === undefined) return sendOverloaded(exchange)
    const minutes = Math.ceil((move.endsAt - Date.now()) / minuteMs)
    const text = move.state === 'left' ? movedText : movingText(minutes > 0 ? minutes : null)
    sendFallback(exchange, common, 503, { 'retry-after': retryWhileMovingSeconds }, text)
  }

  const handleUncached = async (exchange: Exchange, { path, canonical, cacheable }: AskedAddress) => {
    const { request, response } = exchange
    if (isRead(request) && (path === '/healthz' || path === '/readyz')) return sendHealth(exchange, path)
    if (parts.isShort?.()) return sendOverloaded(exchange)
    const refusal = refusalOf(request, canonical, parts)
    if (refusal !== undefined) return sendFallback(exchange, common, refusal.status, refusal.headers)
    if (isRead(request) && isElsewhere(request.headers.host) && parts.addressOf(path).writes !== 'signed')
      return sendFallback(exchange, common, 308, { location: `${parts.siteOrigin}${request.url}` })
    for (const [name, value] of Object.entries(common)) response.setHeader(name, value)
    if (!isRead(request) && !parts.takesWrites()) return sendNoWrites(exchange)
    if (await parts.handleFile(request, response)) return
    const lane = cacheable === null ? parts.addressOf(path).lane : laneOfCached(cacheable)
    if (lane === 'pages' && parts.isTight?.()) return sendOverloaded(exchange)
    await handlePage(exchange, path, cacheable)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const canonical = parts.canonicalAddress(request.url ?? '/')
    const path = request.url?.split('?', 1)[0] ?? '/'
    const cacheable = canonical !== null && isCacheable(request, path) ? canonical : null
    if (cacheable !== null && sendCached(request, response, cacheable)) return
    const startedAt = performance.now()
    const exchange: Exchange = { request, response, requestId: parts.newRequestId() }
    const log = parts.log.with({ requestId: exchange.requestId, path: parts.loggedPath(path) })
    response.once('close', () =>
      log.info('request', {
        method: request.method,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
      }),
    )
    try {
      await handleUncached(exchange, { path, canonical, cacheable })
    } catch (error) {
      if (request.destroyed && !request.complete) return
      log.error('request failed', errorFields(error))
      sendFallback(exchange, common, 500)
    }
  }
}

/** A cached redirect lacks the parameters of advertisements, so the visitor's own are added (P24). */
const withQuery = (page: RenderedPage, url = ''): RenderedPage => {
  const at = url.indexOf('?')
  const { location } = page.headers
  if (at < 0 || location === undefined || location.includes('?')) return page
  return { ...page, headers: { ...page.headers, location: `${location}${url.slice(at)}` } }
}

interface AskedAddress {
  readonly path: string
  readonly canonical: string | null
  /** The cache key, when all visitors with this address get the same answer. */
  readonly cacheable: string | null
}

const statusOfRefusal: Readonly<Record<BodyRefusal, number>> = {
  'too-slow': 408,
  'without-length': 411,
  'too-large': 413,
  'too-many-fields': 413,
  'too-many': 429,
  overloaded: 503,
}

/** Made-up parameters must not hold up the pages that everybody visits. */
const laneOfCached = (url: string): LaneName => (url.includes('?') ? 'pages' : 'cached')

/**
 * A page drawn for one visitor may search too, and so does one in another spelling, which no cache keeps (S17). Others that nobody else sees go
 * on: whoever searches too much must not close them to everybody behind the same address.
 */
const isCounted = ({ cache, lane, parameters = [], isOtherSpelling = false }: AddressFacts): boolean =>
  cache !== 'never' || (lane === 'pages' && (parameters.includes('q') || isOtherSpelling))

/** More than people behind one shared address type; all clients together are limited by the lanes. */
const searchesOfMinute: CallLimits = {
  name: 'searches',
  spanMs: 60_000,
  perClient: 600,
  perNetwork: 2_400,
  together: Number.POSITIVE_INFINITY,
}

export const tooManySearches: FallbackText = {
  heading: '検索の回数が多すぎます',
  help: '1分ほどたってから、もう一度お試しください。',
}

/** Counts pages with parameters, which the cache cannot hold (S17). Gives seconds to wait, 0: none. `nowMs` is monotonic. */
export const createSearchLimit = () => {
  const calls = createCallCounter()
  return (
    { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
    address: string,
    nowMs: number,
  ): number => {
    if ((method !== 'GET' && method !== 'HEAD') || url?.includes('?') !== true) return 0
    const wait =
      calls.waitOfClient(searchesOfMinute, address, nowMs) ||
      calls.waitOfOthers(searchesOfMinute, address, nowMs)
    return Math.ceil(wait / 1_000)
  }
}
