import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, createBrotliCompress, gzip } from 'node:zlib'
import { callPrefixes } from '~/addresses.ts'
import { createTaskQueue } from '../task-queue.ts'
import { type FallbackText, fallbackMessage, fallbackPage } from './fallback-page.ts'
import { HtmlResponse } from './html-response.ts'
import { closedPolicy, pagePolicy } from './security-headers.ts'

export interface RenderedPage {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Compressed once, however many ask for it (D60). */
  readonly compressed: (encoding: Compression) => Promise<Buffer>
}

export const createPage = ({ status, headers, body }: Omit<RenderedPage, 'compressed'>): RenderedPage => {
  const made = new Map<Compression, Promise<Buffer>>()
  const compressed = (encoding: Compression) => {
    const known = made.get(encoding) ?? compress(body, encoding)
    made.set(encoding, known)
    return known
  }
  return { status, headers, body, compressed }
}

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

export type CommonHeaders = Readonly<Record<string, string>>

const isCall = ({ url = '', headers }: IncomingMessage) =>
  callPrefixes.some((prefix) => url.startsWith(prefix)) || headers.accept === 'application/json'

/** Sends the fallback page (JSON for a call), or disconnects if a response has begun. `text` replaces the status's text. */
export const sendFallback = (
  exchange: Exchange,
  common: CommonHeaders,
  status: number,
  extra: Readonly<Record<string, string>> = {},
  text?: FallbackText,
): void => {
  if (writeFallback(exchange, common, status, extra, text)) exchange.response.end()
}

export const retryAfterSeconds = '2'
/** Every 503 says when to come again (D48). */
const whenToComeAgain = (status: number): Record<string, string> =>
  status === 503 ? { 'retry-after': retryAfterSeconds } : {}
const restMs = 15_000

/** Reads and drops the rest of the body before it closes: a browser cut off while sending never sees the answer. */
export const refuseBody = (
  exchange: Exchange,
  common: CommonHeaders,
  status: number,
  extra: Readonly<Record<string, string>> = {},
  text?: FallbackText,
): void => {
  const retryAfter: Record<string, string> = status === 429 ? { 'retry-after': retryAfterSeconds } : {}
  if (!writeFallback(exchange, common, status, { connection: 'close', ...retryAfter, ...extra }, text)) return
  if (status === 408) return void exchange.response.end()
  endAfterBody(exchange)
}

export const refuseBodyWith = async (
  exchange: Exchange,
  common: CommonHeaders,
  answer: Response,
): Promise<void> => {
  const { status, headers, body } = await renderedPage(answer, common)
  const length = { 'content-length': body.length }
  exchange.response.writeHead(status, { ...headers, ...length, connection: 'close' }).write(body)
  endAfterBody(exchange)
}

const endAfterBody = ({ request, response }: Exchange): void => {
  if (request.complete) return void response.end()
  const end = () => response.end()
  const limit = setTimeout(end, restMs)
  response.once('close', () => clearTimeout(limit))
  request.once('end', end).resume()
}

const writeFallback = (
  { request, response, requestId }: Exchange,
  common: CommonHeaders,
  status: number,
  extra: Readonly<Record<string, string>>,
  text?: FallbackText,
): boolean => {
  if (response.headersSent) {
    response.destroy()
    return false
  }
  const asJson = isCall(request)
  const body = asJson
    ? JSON.stringify({ message: text ? `${text.heading}。${text.help}` : fallbackMessage(status), requestId })
    : fallbackPage(status, requestId, text)
  response.writeHead(status, {
    ...common,
    ...whenToComeAgain(status),
    'content-type': asJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': asJson
      ? closedPolicy
      : pagePolicy({ scriptHashes: [], styleHashes: [], framedHost: null, dev: false }),
    'x-request-id': requestId,
    ...extra,
  })
  if (request.method !== 'HEAD') response.write(body)
  return true
}

const encodingFor = ({ headers }: IncomingMessage, page: RenderedPage): Encoding =>
  isWorthCompressing(page) ? chooseEncoding(headers['accept-encoding']) : 'identity'

const bodyIn = async (page: RenderedPage, encoding: Encoding): Promise<Buffer> =>
  encoding === 'identity' ? page.body : page.compressed(encoding)

/** While its render still has its place in a lane, so that no crowd of pages waits to be compressed (D60). */
const compressFor = (request: IncomingMessage, page: RenderedPage): Promise<unknown> =>
  bodyIn(page, encodingFor(request, page))

/** As nearly everybody takes it; see `compressFor`. */
export const compressForEverybody = async (page: RenderedPage): Promise<void> => {
  if (isWorthCompressing(page)) await page.compressed('br')
}

const sendRendered = async ({ request, response }: Exchange, page: RenderedPage): Promise<void> => {
  const encoding = encodingFor(request, page)
  const body = await bodyIn(page, encoding)
  response.writeHead(page.status, {
    ...whenToComeAgain(page.status),
    ...page.headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

export const sendFilled = async (
  exchange: Exchange,
  common: CommonHeaders,
  page: RenderedPage,
): Promise<void> =>
  isRouterRefusal(page) ? sendFallback(exchange, common, page.status) : sendRendered(exchange, page)

export const sendPageResponse = async (
  exchange: Exchange,
  common: CommonHeaders,
  { page, cookies }: OwnPage,
): Promise<void> => {
  const allow: Record<string, string> =
    page.status === 405 && page.headers.allow === undefined ? { allow: 'GET, HEAD' } : {}
  if (isRouterRefusal(page)) return sendFallback(exchange, common, page.status, allow)
  keepCookies(exchange, cookies)
  await sendRendered(exchange, { ...page, headers: { ...page.headers, ...allow } })
}

export const keepCookies = ({ response }: Exchange, cookies: string[]): void => {
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
}

export const renderedPage = async (response: Response, common: CommonHeaders): Promise<RenderedPage> =>
  createPage({
    status: response.status,
    headers: pageHeaders(response, common),
    body:
      response instanceof HtmlResponse
        ? Buffer.from(response.html)
        : Buffer.from(await response.arrayBuffer()),
  })

/** Rendered for one client. */
export interface OwnPage {
  readonly page: RenderedPage
  readonly cookies: string[]
}

/** Compressed as `request` wants it. */
export const ownPage = async (
  request: IncomingMessage,
  common: CommonHeaders,
  response: Response,
): Promise<OwnPage> => {
  const page = await renderedPage(response, common)
  await compressFor(request, page)
  return { page, cookies: response.headers.getSetCookie() }
}

/** Without cookies, since a cached page goes to everybody. */
export const pageHeaders = (response: Response, common: CommonHeaders): Record<string, string> => {
  const headers: Record<string, string> = { ...common, vary: 'accept-encoding, cookie' }
  for (const [name, value] of response.headers) if (name !== 'set-cookie') headers[name] = value
  headers['content-security-policy'] ??= closedPolicy
  headers['cache-control'] ??= 'no-cache'
  return headers
}

/** The router answers failed calls and unknown methods with this text instead of an error page. */
const isRouterRefusal = ({ status, body }: RenderedPage): boolean =>
  status >= 400 && body.length < 100 && body.includes('Unexpected Server Error')

type Compression = 'br' | 'gzip'
export type Encoding = Compression | 'identity'

export const chooseEncoding = (accept: string | undefined): Encoding => {
  if (accept === undefined) return 'identity'
  const allowed = accept
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase())
  if (allowed.includes('br')) return 'br'
  return allowed.includes('gzip') ? 'gzip' : 'identity'
}

/** A compression takes up to 8 MB and one of Node's four threads; begun for 300 visitors at once they took 2 GB. */
const mostCompressions = 2
const inTurn = createTaskQueue(mostCompressions)

/** Cached pages are rendered again every second: quality 7 takes as long as 5 (3 ms for 90 kB) and saves 2 to 5 in 100 bytes; 9 takes 80 ms. */
const brotliParams = (bytes: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: 7,
  [constants.BROTLI_PARAM_SIZE_HINT]: bytes,
  // A wider window compresses no better and takes megabytes of memory.
  [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), 22),
})

/** In turn with all others (D60). */
export const compress = (body: Uint8Array, encoding: Compression): Promise<Buffer> =>
  inTurn(() => (encoding === 'gzip' ? promisify(gzip)(body, { level: 6 }) : brotli(body)))

/**
 * In one piece of work for Node's threads where `brotliCompress` takes two, by ending the text with what is written: each time the main
 * thread gives one away it may itself be made to wait (docs/decisions/0224).
 */
const brotli = (body: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const encoder = createBrotliCompress({
      params: brotliParams(body.length),
      flush: constants.BROTLI_OPERATION_FINISH,
    })
    const parts: Buffer[] = []
    encoder.on('data', (part) => parts.push(part))
    encoder.once('error', reject)
    encoder.write(body, () => {
      encoder.close()
      resolve(Buffer.concat(parts))
    })
  })

const compressibleType =
  /^(text\/|application\/(json|javascript|xml|manifest\+json)|image\/svg)|turbo-stream|text\/x-script/

const isWorthCompressing = ({ headers, body }: RenderedPage): boolean =>
  body.length >= 860 && compressibleType.test(headers['content-type'] ?? '')
