import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { ok, type Result, refused } from '../kernel/result.ts'
import { isLoopback, isPublicHost } from './public-address.ts'

/** `bodyBytes` limits the decoded body. */
export interface OutsideLimits {
  readonly timeMs: number
  /** Until each requested host begins to answer. */
  readonly answerMs: number
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
  readonly demo: boolean
  readonly headers: Readonly<Record<string, string>>
  /** Is posted; `headers` give its type. */
  readonly body?: string
  readonly signal: AbortSignal
  readonly limits: OutsideLimits
  readonly resolve?: ResolveName
}

export interface OutsideResponse {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** `status` is anything but 2xx, `why` is for the log. After `no answer` the host need not be asked again now. */
export type OutsideFailure =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'no answer'; readonly why: string }
  | { readonly kind: 'not allowed'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly why: string }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'too large'; readonly why: string }

class OutsideError extends Error {
  readonly failure: OutsideFailure
  constructor(failure: OutsideFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

const failed = (kind: Exclude<OutsideFailure['kind'], 'status'>, why: string) =>
  new OutsideError({ kind, why })

/** Fetches or posts to an address, checking each redirect and resolved IP (P3). Never throws, and settles in time (D4). */
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
    const packed = await readBody(response, limits.bodyBytes)
    // A body without a length seems complete when we cut the connection.
    signal.throwIfAborted()
    return ok({ headers, body: await unpack(packed, headers, limits.bodyBytes) })
  } catch (error) {
    if (error instanceof OutsideError) return refused(error.failure)
    if (signal.aborted) return refused({ kind: 'no answer', why: `no answer within ${limits.timeMs} ms` })
    return refused({ kind: 'unreachable', why: reasonOf(error) })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
    const { limits } = request
    const headers = { ...request.headers, 'accept-encoding': 'br, gzip' }
    const lookup = checkedLookup(request.demo, request.resolve ?? dns.lookup)
    const client = url.protocol === 'https:' ? https : http
    const method = request.body === undefined ? 'GET' : 'POST'
    const asked = client.request(url, { agent: false, method, headers, lookup, signal }, resolve)
    const silence = setTimeout(
      () => asked.destroy(failed('no answer', `nothing within ${limits.answerMs} ms`)),
      limits.answerMs,
    )
    asked
      .on('response', () => clearTimeout(silence))
      .on('error', (error) => {
        const isKnown = error instanceof OutsideError || signal.aborted
        reject(isKnown ? error : failed('no answer', reasonOf(error)))
      })
      // A protocol upgrade gives neither a response nor an error.
      .on('close', () => {
        clearTimeout(silence)
        reject(failed('no answer', 'closed without an answer'))
      })
      .end(request.body)
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

/** The limit also holds for the compressed bytes: normal compression does not enlarge. */
const readBody = async (response: IncomingMessage, limitBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > limitBytes) throw failed('too large', `more than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const decoders = new Map([
  ['br', promisify(brotliDecompress)],
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
])

/** Decoded at once: a stream that breaks while it decodes may neither end nor throw. */
const unpack = async (body: Buffer, headers: IncomingHttpHeaders, limitBytes: number): Promise<Buffer> => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return body
  const decode = decoders.get(encoding)
  if (decode === undefined) throw failed('unreadable', `unknown content-encoding ${encoding}`)
  return decode(body, { maxOutputLength: limitBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw failed('too large', `more than ${limitBytes} bytes`)
    throw failed('unreadable', `${encoding}: ${error.message}`)
  })
}
