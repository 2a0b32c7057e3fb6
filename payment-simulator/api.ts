import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from './addresses.ts'
import { apiVersion } from './events.ts'
import type { PlannedFaults } from './faults.ts'
import { type ApiResponse, createIdempotencyKeys, fingerprintOf } from './idempotency.ts'
import { type ApiObject, type ProviderData, perform } from './operations.ts'
import { decodeForm, type Parameters, readBody } from './request-body.ts'
import { type Call, invalidRequest, pictureRefusal, type Refusal, readCall } from './requests.ts'
import type { KeptState } from './state.ts'

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly parameters: Parameters
  readonly idempotencyKey: string | null
  /** Why the request is invalid, or null. */
  problem: Refusal['error'] | null
}

export interface ApiParts extends ProviderData {
  readonly secretKey: string
  readonly kept: KeptState
  readonly now: () => number
  readonly faults: PlannedFaults
  /** Records a call, for `requests()`. */
  readonly note: (request: RecordedRequest) => void
  /** Pays a new session and waits until the shop has accepted the event. */
  readonly payFirst: (sessionId: string) => Promise<void>
}

const mostBodyBytes = 1024 * 1024

const answerOf = (result: ApiObject | Refusal): ApiResponse =>
  'error' in result
    ? { status: result.status, body: JSON.stringify({ error: result.error }) }
    : { status: 200, body: JSON.stringify(result) }

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const noSuchKey = invalidRequest('Invalid API Key provided.', {}, 401)

const providerFailure = (status: number): Refusal => {
  if (status === 401) return noSuchKey
  if (status === 403)
    return invalidRequest('The provided key does not have the required permissions.', {}, 403)
  return { status, error: { type: 'api_error', message: 'An unknown error occurred.' } }
}

/** Records every call; state is on disk before the response is sent. */
export const createApi = (parts: ApiParts) => {
  const { secretKey, kept, now, faults, note, payFirst } = parts
  const keys = createIdempotencyKeys(kept, now)

  const performOrFail = async (call: Call): Promise<ApiResponse> => {
    const { operation } = call
    const slow = faults.takeCall('slow', operation)
    if (slow) await pause(slow.ms, undefined, { ref: false })
    const fail = faults.takeCall('fail', operation)
    if (fail) return answerOf(providerFailure(fail.status))
    const ofPicture = pictureRefusal(call)
    if (ofPicture && faults.takeCall('refuse_pictures', operation)) return answerOf(ofPicture)
    const result = perform(parts, call)
    const answer = answerOf(result)
    if (operation === 'create' && 'id' in result && faults.takeCall('pay_first', operation)) {
      await payFirst(result.id)
    }
    return answer
  }

  const entryProblem = (request: IncomingMessage, key: string | null): Refusal | undefined => {
    if (!sameText(request.headers.authorization ?? '', `Bearer ${secretKey}`)) {
      return noSuchKey
    }
    if (request.headers['stripe-version'] !== apiVersion) {
      return invalidRequest(`The payment simulator supports API version ${apiVersion} only.`)
    }
    if (key?.length === 0 || (key?.length ?? 0) > 255) {
      return invalidRequest('An idempotency key has 1 to 255 characters.')
    }
    return undefined
  }

  const answerCall = async (
    request: IncomingMessage,
    body: string | undefined,
  ): Promise<ApiResponse | undefined> => {
    const method = request.method ?? ''
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const encoded = method === 'POST' ? (body ?? '') : search.slice(1)
    const key = method === 'POST' ? (request.headers['idempotency-key']?.toString() ?? null) : null
    const parameters = decodeForm(encoded)
    const noted: RecordedRequest = { method, path, parameters, idempotencyKey: key, problem: null }
    note(noted)
    const refuse = (refusal: Refusal): ApiResponse => {
      noted.problem = refusal.error
      return answerOf(refusal)
    }
    if (body === undefined) return refuse(invalidRequest('The request is too large.'))
    const problem = entryProblem(request, key)
    if (problem !== undefined) return refuse(problem)
    const address = addressOf(method, path)
    if (address === undefined) {
      return refuse(invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404))
    }
    const fingerprint = fingerprintOf(`${method} ${path}?${encoded}`)
    const known = key === null ? undefined : keys.begin(key, fingerprint)
    if (known !== undefined) return 'error' in known ? answerOf(known) : known
    let answer: ApiResponse | undefined
    let isTried = false
    try {
      if (faults.takeCall('hang', address.operation)) {
        await faults.cleared()
        return undefined
      }
      const read = readCall(address, parameters, Math.floor(now() / 1000))
      isTried = !('refusal' in read)
      answer = 'refusal' in read ? refuse(read.refusal) : await performOrFail(read.call)
      return answer
    } finally {
      if (key !== null) keys.finish(key, fingerprint, isTried ? answer : undefined)
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerCall(request, await readBody(request, mostBodyBytes))
    await kept.saved()
    const { operation } = addressOf(request.method ?? '', request.url?.split('?')[0] ?? '') ?? {}
    if (answer === undefined || (operation !== undefined && faults.takeCall('cut', operation))) {
      response.destroy()
      return
    }
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
  }
}
