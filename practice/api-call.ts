import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  badKey,
  done,
  invalidRequest,
  type Outcome,
  type Refusal,
  refuse,
  unknownAddress,
} from './api-answers.ts'
import { type Address, addressOf } from './api-request.ts'
import { apiVersion } from './api-version.ts'
import { decodeForm, type Parameters, sameParametersText } from './form-encoding.ts'

/** A call as it came over the line. */
export interface ApiCall {
  readonly method: string
  readonly path: string
  /** The query of a GET, the body of a POST, still encoded. */
  readonly encoded: string
  readonly key: string | null
  readonly apiVersion: string | null
  readonly authorization: string
  readonly contentType: string
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value

/** Takes a call apart; `body` is its whole body as text. */
export const callOf = (request: IncomingMessage, body: string): ApiCall => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const method = request.method ?? 'GET'
  return {
    method,
    path: url.pathname,
    encoded: method === 'POST' ? body : url.search.slice(1),
    key: method === 'POST' ? (single(request.headers['idempotency-key']) ?? null) : null,
    apiVersion: single(request.headers['stripe-version']) ?? null,
    authorization: request.headers.authorization ?? '',
    contentType: request.headers['content-type'] ?? '',
  }
}

/** What two calls must share to be the same call. */
export const fingerprintOf = (call: ApiCall): string =>
  `${call.method} ${call.path}?${sameParametersText(call.encoded)}`

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const entryProblem = (call: ApiCall, secretKey: string): Refusal | undefined => {
  if (!sameText(call.authorization, `Bearer ${secretKey}`)) return badKey(call.authorization !== '')
  if (call.apiVersion !== apiVersion) {
    return invalidRequest(
      `The practice provider speaks API version ${apiVersion}; ask for it in Stripe-Version.`,
    )
  }
  if (call.key !== null && (call.key === '' || call.key.length > 255)) {
    return invalidRequest('An idempotency key has 1 to 255 characters.')
  }
  const isForm = call.contentType.startsWith('application/x-www-form-urlencoded')
  if (call.method === 'POST' && call.encoded !== '' && !isForm) {
    return invalidRequest('Send the parameters as application/x-www-form-urlencoded.')
  }
  return undefined
}

/** Lets a call in: who calls, in which version, and where to. Its parameters come decoded, but not yet checked. */
export const letIn = (
  call: ApiCall,
  secretKey: string,
): Outcome<{ readonly address: Address; readonly parameters: Parameters }> => {
  const problem = entryProblem(call, secretKey)
  if (problem !== undefined) return refuse(problem)
  const address = addressOf(call.method, call.path)
  if (address === undefined) return refuse(unknownAddress(call.method, call.path))
  const decoded = decodeForm(call.encoded)
  if ('malformed' in decoded) {
    return refuse(
      invalidRequest(`Invalid parameter name: ${decoded.malformed}`, { param: decoded.malformed }),
    )
  }
  return done({ address, parameters: decoded.parameters })
}
