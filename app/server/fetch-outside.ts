import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Duplex, PassThrough, pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { ok, type Result, refused } from '../kernel/result.ts'
import { isLoopback, isPublicHost } from './public-address.ts'

/** The time is for everything together, the bytes are those of the decoded body. */
export interface OutsideLimits {
  readonly timeMs: number
  readonly bodyBytes: number
  readonly redirects: number
}

export type ResolveName = (
  name: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface OutsideRequest {
  readonly url: string
  /** A demo may use http and this machine. */
  readonly demo: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly limits: OutsideLimits
  readonly resolve?: ResolveName
}

export interface OutsideResponse {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** `why` is for the log; a status is anything but 2xx. */
export type OutsideFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'not allowed'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'too large'; readonly why: string }

/** Carries an expected failure out of the streams. */
class OutsideError extends Error {
  readonly failure: OutsideFailure
  constructor(failure: OutsideFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

const failed = (kind: Exclude<OutsideFailure['kind'], 'status'>, why: string) =>
  new OutsideError({ kind, why })

/**
 * Fetches an address that somebody wrote down, checking it, each redirect and each resolved IP (P3), within `limits`. Never
 * throws.
 */
export const fetchOutside = async (
  request: OutsideRequest,
): Promise<Result<OutsideResponse, OutsideFailure>> => {
  const { limits } = request
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limits.timeMs)])
  try {
    const response = await followRedirects(request, signal)
    const { statusCode = 0, headers } = response
    if (statusCode < 200 || statusCode > 299) {
      response.destroy()
      return refused({ kind: 'status', status: statusCode })
    }
    return ok({ headers, body: await readBody(response, limits.bodyBytes) })
  } catch (error) {
    if (error instanceof OutsideError) return refused(error.failure)
    if (signal.aborted) return refused({ kind: 'unreachable', why: `no answer within ${limits.timeMs} ms` })
    return refused({ kind: 'unreachable', why: error instanceof Error ? error.message : String(error) })
  }
}

const localName = /^(?:localhost|.+\.localhost)\.?$/

/** https and a public host (P3); a demo may also use http and this machine. */
const isAllowed = ({ protocol, hostname }: URL, demo: boolean): boolean => {
  if (protocol !== 'https:' && !(demo && protocol === 'http:')) return false
  return isAllowedHost(hostname, demo) || (demo && localName.test(hostname))
}

const isAllowedHost = (host: string, demo: boolean): boolean =>
  isPublicHost(host) || (demo && isLoopback(host))

const followRedirects = async (request: OutsideRequest, signal: AbortSignal): Promise<IncomingMessage> => {
  const { limits } = request
  let url = new URL(request.url)
  for (let hops = 0; hops <= limits.redirects; hops += 1) {
    if (!isAllowed(url, request.demo))
      throw failed('not allowed', `${url.protocol}//${url.host} is not allowed`)
    const response = await get(url, request, signal)
    const { statusCode = 0, headers } = response
    if (![301, 302, 303, 307, 308].includes(statusCode)) return response
    response.destroy()
    if (headers.location === undefined || !URL.canParse(headers.location, url))
      throw failed('unreachable', 'a redirect without a usable address')
    url = new URL(headers.location, url)
  }
  throw failed('unreachable', `more than ${limits.redirects} redirects`)
}

const get = (url: URL, request: OutsideRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { ...request.headers, 'accept-encoding': 'br, gzip' }
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
      if (first === undefined) return callback(failed('unreachable', 'no address'), [])
      if (addresses.some(({ address }) => !isAllowedHost(address, demo)))
        return callback(failed('not allowed', `${hostname} leads to an address that is not allowed`), [])
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

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
  if (decoder === undefined) body.reject(failed('unreadable', `unknown content-encoding ${encoding}`))
  else
    pipeline(response, decoder, (error) => error && body.reject(error))
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > limitBytes) body.reject(failed('too large', `more than ${limitBytes} bytes`))
        else chunks.push(chunk)
      })
      .on('end', () => body.resolve(Buffer.concat(chunks)))
  return body.promise.finally(() => {
    response.destroy()
    decoder?.destroy()
  })
}
