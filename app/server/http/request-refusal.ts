import type { IncomingMessage } from 'node:http'
import { isAllowedWrite } from './same-origin.ts'

const knownMethods = ['GET', 'HEAD', 'POST']
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const oddAddress = /[\u0000-\u001f\u007f\\]|%(?![0-9a-f]{2})|%0[0-9a-f]|%1[0-9a-f]|%7f/i
const longestAddress = 8_000

/** Why a request is refused before anything is looked up: its status, and what the answer says besides. */
export interface Refusal {
  readonly status: 400 | 403 | 405
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Refuses methods that no address knows, addresses that mean nothing, and writes from other sites; `signedWritePath` is
 * the one write that needs no origin, for it is signed. Undefined when the request may go on.
 */
export const refusalOf = (
  { method = 'GET', url = '/', headers }: IncomingMessage,
  {
    signedWritePath,
    writeOrigins,
  }: { readonly signedWritePath: string; readonly writeOrigins: readonly string[] },
): Refusal | undefined => {
  if (!knownMethods.includes(method)) return { status: 405, headers: { allow: knownMethods.join(', ') } }
  const path = url.split('?', 1)[0] ?? '/'
  if (isOdd(url) || !isDecodable(path)) return { status: 400, headers: {} }
  const isSigned = path === signedWritePath
  return isSigned || isAllowedWrite(method, headers.origin, writeOrigins)
    ? undefined
    : { status: 403, headers: {} }
}

const isOdd = (url: string): boolean =>
  !url.startsWith('/') || url.startsWith('//') || url.length > longestAddress || oddAddress.test(url)

const isDecodable = (path: string): boolean => {
  try {
    // The result is used, or the bundler takes the call for one without effect and leaves it out.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
