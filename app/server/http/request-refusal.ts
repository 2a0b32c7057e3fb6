import type { IncomingMessage } from 'node:http'
import type { AnswerParts } from './answer-request.ts'
import { isAllowedWrite } from './same-origin.ts'

const knownMethods = ['GET', 'HEAD', 'POST']
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const oddPath = /[\u0000-\u001f\u007f\\]|%(?![0-9a-f]{2})|%0[0-9a-f]|%1[0-9a-f]|%7f/i
const longestPath = 8_000

/** Why a request is refused before anything is looked up: its status, and what the answer says besides. */
export interface Refusal {
  readonly status: 400 | 403 | 405
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Refuses methods that no address knows, addresses that cannot be decoded, and writes from other sites that are not signed.
 * `canonical` is null when the query cannot be decoded. Undefined when the request may go on.
 */
export const refusalOf = (
  { method = 'GET', url = '/', headers }: IncomingMessage,
  canonical: string | null,
  parts: Pick<AnswerParts, 'addressOf' | 'writeOrigins'>,
): Refusal | undefined => {
  if (!knownMethods.includes(method)) return { status: 405, headers: { allow: knownMethods.join(', ') } }
  const path = url.split('?', 1)[0] ?? '/'
  if (isOdd(path) || !isDecodable(path) || canonical === null) return { status: 400, headers: {} }
  const isSigned = parts.addressOf(path).writes === 'signed'
  return isSigned || isAllowedWrite(method, headers.origin, parts.writeOrigins(headers.host))
    ? undefined
    : { status: 403, headers: {} }
}

const isOdd = (path: string): boolean =>
  !path.startsWith('/') || path.startsWith('//') || path.length > longestPath || oddPath.test(path)

const isDecodable = (path: string): boolean => {
  try {
    // The result is used, or the bundler takes the call for one without effect and leaves it out.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
