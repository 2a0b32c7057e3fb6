import type { IncomingMessage, ServerResponse } from 'node:http'
import { invalidRequest, type Outcome, refuse } from './api-answers.ts'
import { type ApiCall, callOf, letIn } from './api-call.ts'
import type { ApiRequest } from './api-request.ts'
import { apiVersion } from './api-version.ts'
import { type Answer, answerOf, type ExecutionParts, executeCall } from './call-execution.ts'
import { decodeForm } from './form-encoding.ts'
import type { PracticeClock } from './practice-clock.ts'
import { newObjectId } from './random-ids.ts'
import { readBody } from './read-body.ts'
import type { RecordedRequest, RequestRecord } from './recorded-requests.ts'
import type { CheckRequest } from './request-description.ts'
import { requestProblem } from './session-operations.ts'
import type { KeptState } from './state-file.ts'

/** What answering the provider's API needs. */
export interface ApiParts extends ExecutionParts {
  readonly secretKey: string
  readonly kept: KeptState
  readonly clock: PracticeClock
  readonly record: RequestRecord
  /** Loads the description when the first call comes: it is the largest part. */
  readonly requestCheck: () => Promise<CheckRequest>
}

const mostBodyBytes = 1024 * 1024

const recorded = (call: ApiCall, at: number): RecordedRequest => {
  const decoded = decodeForm(call.encoded)
  return {
    at,
    method: call.method,
    path: call.path,
    parameters: 'parameters' in decoded ? decoded.parameters : {},
    idempotencyKey: call.key,
    apiVersion: call.apiVersion,
    problem: null,
    status: null,
    replayed: false,
  }
}

const send = (response: ServerResponse, answer: Answer, key: string | null): void => {
  response.writeHead(answer.status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': answer.requestId,
    'Stripe-Version': apiVersion,
    ...(key === null ? {} : { 'Idempotency-Key': key }),
    ...(answer.replayed ? { 'Idempotent-Replayed': 'true', 'Original-Request': answer.requestId } : {}),
    // The same key would only get the same failure again, and the client library is told so.
    ...(answer.status === 500 && key !== null ? { 'Stripe-Should-Retry': 'false' } : {}),
  })
  response.end(answer.body)
}

/** Answers one request to the provider's API: checked, recorded, and on disk before the answer leaves. */
export const createApi =
  (parts: ApiParts) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { kept, clock, record, faults } = parts
    const body = await readBody(request, mostBodyBytes)
    const call = callOf(request, body ?? '')
    const note = record.add(recorded(call, clock.now()))
    const letOut = (answer: Answer) => {
      note({ status: answer.status, replayed: answer.replayed })
      send(response, answer, call.key)
    }
    const entry =
      body === undefined ? refuse(invalidRequest('The request is too large.')) : letIn(call, parts.secretKey)
    if (!entry.ok) {
      note({ problem: entry.refusal.error })
      letOut(answerOf(entry, newObjectId('req')))
      return
    }
    const { address, parameters } = entry.value
    const checkRequest = await parts.requestCheck()
    const check = (): Outcome<ApiRequest> => {
      const checked = checkRequest(address, parameters)
      const problem = checked.ok ? requestProblem(checked.value, clock) : undefined
      return problem === undefined ? checked : refuse(problem)
    }
    const answer = await executeCall(parts, call, check, note)
    await kept.saved()
    if (answer === undefined || faults.takeCall('cut', address.operation)) response.destroy()
    else letOut(answer)
  }
