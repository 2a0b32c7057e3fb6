import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Duplex, PassThrough, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { ok, type Result, refused } from '~/kernel/result.ts'
import { isLoopback, isPublicHost } from '~/server/public-address.ts'
import type { FeedFailure } from './feed.rules.ts'

/** Limits of P3; the time is for everything together, the bytes are those of the decoded body. */
export interface FeedLimits {
  readonly timeMs: number
  readonly bodyBytes: number
  readonly redirects: number
}

export const feedLimits: FeedLimits = { timeMs: 30_000, bodyBytes: 5 * 1_048_576, redirects: 3 }

export type ResolveName = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface FeedRequest {
  readonly url: string
  /** A demo may use http and this machine. */
  readonly demo: boolean
  /** Of the last response; an unchanged feed then answers 304. */
  readonly etag: string | null
  readonly lastModified: string | null
  readonly signal: AbortSignal
  readonly limits?: FeedLimits
  readonly resolve?: ResolveName
}

export type FeedResponse =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'changed'
      readonly text: string
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Carries an expected failure out of the streams. */
class FeedError extends Error {
  readonly failure: FeedFailure
  constructor(failure: FeedFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

const unreachable = (why: string) => new FeedError({ kind: 'unreachable', why })
const format = (why: string) => new FeedError({ kind: 'format', why })

/** Fetches the feed within the limits of P3, checking the address, each redirect and each resolved IP. Never throws. */
export const fetchFeed = async (request: FeedRequest): Promise<Result<FeedResponse, FeedFailure>> => {
  const limits = request.limits ?? feedLimits
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.timeMs)])
  try {
    const response = await followRedirects(request, limits, signal)
    return ok(await readResponse(response, request, limits))
  } catch (error) {
    if (error instanceof FeedError) return refused(error.failure)
    if (signal.aborted) return refused({ kind: 'unreachable', why: `no answer within ${limits.timeMs} ms` })
    return refused({ kind: 'unreachable', why: error instanceof Error ? error.message : String(error) })
  }
}

const localName = /^(?:localhost|.+\.localhost)\.?$/

/** https and a public host (P3); a demo may also use http and this machine. */
const isFeedAddress = ({ protocol, hostname }: URL, demo: boolean): boolean => {
  if (protocol !== 'https:' && !(demo && protocol === 'http:')) return false
  return isFeedHost(hostname, demo) || (demo && localName.test(hostname))
}

const isFeedHost = (host: string, demo: boolean): boolean => isPublicHost(host) || (demo && isLoopback(host))

const followRedirects = async (
  request: FeedRequest,
  limits: FeedLimits,
  signal: AbortSignal,
): Promise<IncomingMessage> => {
  let url = new URL(request.url)
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    if (!isFeedAddress(url, request.demo)) throw unreachable(`${url.protocol}//${url.host} is not allowed`)
    const response = await get(url, request, signal)
    const { statusCode = 0, headers } = response
    if (![301, 302, 303, 307, 308].includes(statusCode)) return response
    response.destroy()
    if (headers.location === undefined || !URL.canParse(headers.location, url))
      throw unreachable('a redirect without a usable address')
    url = new URL(headers.location, url)
  }
  throw unreachable(`more than ${limits.redirects} redirects`)
}

const get = (url: URL, request: FeedRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'br, gzip',
      ...(request.etag === null ? {} : { 'if-none-match': request.etag }),
      ...(request.lastModified === null ? {} : { 'if-modified-since': request.lastModified }),
    }
    const lookup = checkedLookup(request.demo, request.resolve ?? dns.lookup)
    const client = url.protocol === 'https:' ? https : http
    client.get(url, { agent: false, headers, lookup, signal }, resolve).on('error', reject)
  })

const checkedLookup =
  (demo: boolean, resolve: ResolveName): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (first === undefined) return callback(unreachable('no address'), [])
      if (addresses.some(({ address }) => !isFeedHost(address, demo)))
        return callback(unreachable(`${hostname} leads to an address that is not allowed`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

const readResponse = async (
  response: IncomingMessage,
  { etag, lastModified }: FeedRequest,
  limits: FeedLimits,
): Promise<FeedResponse> => {
  const { statusCode = 0, headers } = response
  if (statusCode < 200 || statusCode > 299) {
    response.destroy()
    if (statusCode === 304 && (etag !== null || lastModified !== null)) return { kind: 'unchanged' }
    throw new FeedError({ kind: 'status', status: statusCode })
  }
  const body = await readBody(response, limits.bodyBytes)
  return {
    kind: 'changed',
    text: utf8(body),
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  }
}

const decoders: Record<string, () => Duplex> = {
  br: () => createBrotliDecompress(),
  gzip: () => createGunzip(),
  identity: () => new PassThrough(),
}

/** Settles before the streams are destroyed: one that is cut off while it decodes may never emit `close`. */
const readBody = (response: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  const body = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = 0
  if (decoder === undefined) body.reject(format(`unknown content-encoding ${encoding}`))
  else
    pipeline(response, decoder, (error) => error && body.reject(error))
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limitBytes) body.reject(format(`more than ${limitBytes} bytes`))
        else chunks.push(chunk)
      })
      .on('end', () => body.resolve(Buffer.concat(chunks)))
  return body.promise.finally(() => {
    response.destroy()
    decoder?.destroy()
  })
}

const utf8 = (body: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw format('not UTF-8')
  }
}
