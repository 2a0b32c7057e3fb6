import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isPublicHost } from '../public-address.ts'
import { isLocalOnly } from '../site-origin.ts'

const knownMethods = ['GET', 'HEAD', 'POST']
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const oddPath = /[\u0000-\u001f\u007f\\]|%(?![0-9a-f]{2})|%0[0-9a-f]|%1[0-9a-f]|%7f/i
const longestPath = 8_000

/** Why a request is refused before its body is read; `canonical` is null when the query cannot be decoded. */
export const refusalOf = (
  { method = 'GET', url = '/', headers }: IncomingMessage,
  canonical: string | null,
  parts: {
    readonly addressOf: (path: string) => { readonly writes: 'same origin' | 'signed' }
    readonly writeOrigins: WriteOrigins
  },
): { readonly status: 400 | 403 | 405; readonly headers: Readonly<Record<string, string>> } | undefined => {
  if (!knownMethods.includes(method)) return { status: 405, headers: { allow: knownMethods.join(', ') } }
  const path = url.split('?', 1)[0] ?? '/'
  // PostgreSQL cannot store or compare text with a NUL.
  const hasNul = url.includes('%00')
  if (isOdd(path) || !isDecodable(path) || hasNul || canonical === null) return { status: 400, headers: {} }
  const isSigned = parts.addressOf(path).writes === 'signed'
  return isSigned || isAllowedWrite(method, headers.origin, parts.writeOrigins(headers.host))
    ? undefined
    : { status: 403, headers: {} }
}

const isOdd = (path: string): boolean =>
  !path.startsWith('/') || path.startsWith('//') || path.length > longestPath || oddPath.test(path)

const isDecodable = (path: string): boolean => {
  try {
    // The result is used: otherwise the bundler drops the call as one without effect.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A write needs an Origin of ours, which every browser sends (ASVS 3.5.1). */
const isAllowedWrite = (
  method: string,
  origin: string | undefined,
  allowedOrigins: readonly string[],
): boolean => readMethods.has(method) || (origin !== undefined && allowedOrigins.includes(origin))

export type WriteOrigins = (host: string | undefined) => readonly string[]

/** A demo also accepts localhost as 127.0.0.1, and the local address under which a phone opened it (docs/decisions/0021). */
export const writeOrigins = (
  siteOrigin: string,
  { demo, listensOn }: { readonly demo: boolean; readonly listensOn: string },
): WriteOrigins => {
  const known = demo ? withLocalTwin(siteOrigin) : [siteOrigin]
  if (!demo || isLocalOnly(listensOn)) return () => known
  return (host = '') => [...known, ...localOriginOf(host)]
}

const withLocalTwin = (siteOrigin: string): string[] => {
  const site = new URL(siteOrigin)
  if (!['localhost', '127.0.0.1'].includes(site.hostname)) return [siteOrigin]
  const port = site.port === '' ? '' : `:${site.port}`
  return ['localhost', '127.0.0.1'].map((host) => `${site.protocol}//${host}${port}`)
}

/** Only addresses and names that no other site can have, not even by DNS rebinding. */
const localOriginOf = (host: string): string[] => {
  const url = URL.parse(`http://${host}`)
  return url !== null && url.host === host.toLowerCase() && !isPublicHost(url.hostname) ? [url.origin] : []
}

/** Whether a Host header names another public host. A proxy may write ports and local names: redirecting those would loop. */
export const otherHostOf = (siteOrigin: string) => {
  const site = new URL(siteOrigin)
  return (host: string | undefined): boolean => {
    if (host === undefined || host === site.host) return false
    const asked = URL.parse(`http://${host}`)
    return asked !== null && asked.hostname !== site.hostname && isPublicHost(asked.hostname)
  }
}

/** The socket's address, or the last entry of `trustedHeader` (lower case): the client may have made up earlier ones. */
export const clientAddressOf = (request: IncomingMessage, trustedHeader: string | undefined): string => {
  const socketAddress = request.socket.remoteAddress ?? 'unknown'
  if (trustedHeader === undefined) return socketAddress
  const value = request.headers[trustedHeader]
  const last = (Array.isArray(value) ? value.join(',') : value)?.split(',').at(-1)?.trim()
  return last !== undefined && isIP(last) !== 0 ? last : socketAddress
}

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'
