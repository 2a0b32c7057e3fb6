import { setTimeout as pause } from 'node:timers/promises'
import { type Outcome, providerFailure, refuse } from './api-answers.ts'
import { type ApiCall, fingerprintOf } from './api-call.ts'
import type { ApiRequest } from './api-request.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import type { Faults } from './misbehaviour.ts'
import { newObjectId } from './random-ids.ts'
import type { RecordedRequest } from './recorded-requests.ts'
import type { EventCause } from './session-life.ts'
import type { ApiObject, DoRequest } from './session-operations.ts'

/** What executing a call needs. */
export interface ExecutionParts {
  readonly keys: IdempotencyKeys
  readonly faults: Faults
  readonly doRequest: DoRequest
  /** Pays a session just created and waits for the shop to take the event; for the fault of that name. */
  readonly payFirst: (sessionId: string) => Promise<void>
}

/** An answer ready to be sent; `body` is JSON. */
export interface Answer {
  readonly status: number
  readonly body: string
  readonly requestId: string
  readonly replayed: boolean
}

/** The answer that an outcome comes to. */
export const answerOf = (outcome: Outcome<ApiObject>, requestId: string): Answer => {
  const [status, content] = outcome.ok
    ? [200, outcome.value]
    : [outcome.refusal.status, { error: outcome.refusal.error }]
  return { status, body: JSON.stringify(content, null, 2), requestId, replayed: false }
}

/** Does what a right request asks, unless something is planned to go wrong; undefined when it hung. */
const perform = async (
  { faults, doRequest, payFirst }: ExecutionParts,
  request: ApiRequest,
  cause: EventCause,
): Promise<Outcome<ApiObject> | undefined> => {
  const { operation } = request
  if (faults.takeCall('hang', operation)) {
    await faults.calmed()
    return undefined
  }
  const slow = faults.takeCall('slow', operation)
  if (slow) await pause(slow.ms, undefined, { ref: false })
  const fail = faults.takeCall('fail', operation)
  if (fail) return refuse(providerFailure(fail.status))
  const outcome = doRequest(request, cause)
  if (
    operation === 'create' &&
    outcome.ok &&
    'id' in outcome.value &&
    faults.takeCall('pay_first', operation)
  ) {
    await payFirst(outcome.value.id)
  }
  return outcome
}

/**
 * Answers a call under its idempotency key, if it has one. `check` judges the parameters, and is asked only when the
 * call really runs: a replayed answer is not judged anew. What was refused before it ran, or with 503, is not kept.
 * Undefined means that the call gets no answer at all.
 */
export const executeCall = async (
  parts: ExecutionParts,
  call: ApiCall,
  check: () => Outcome<ApiRequest>,
  note: (more: Partial<RecordedRequest>) => void,
): Promise<Answer | undefined> => {
  const fingerprint = fingerprintOf(call)
  const requestId = newObjectId('req')
  const known = call.key === null ? undefined : parts.keys.begin(call.key, fingerprint)
  if (known?.kind === 'replay') return { ...known.answer, replayed: true }
  if (known?.kind === 'refused') return answerOf(refuse(known.refusal), requestId)
  let kept: Answer | undefined
  try {
    const checked = check()
    if (!checked.ok) {
      note({ problem: checked.refusal.error })
      return answerOf(checked, requestId)
    }
    const outcome = await perform(parts, checked.value, { id: requestId, idempotency_key: call.key })
    if (outcome === undefined) return undefined
    const answer = answerOf(outcome, requestId)
    if (answer.status !== 503) kept = answer
    return answer
  } finally {
    if (call.key !== null) parts.keys.finish(call.key, kept && { ...kept, fingerprint })
  }
}
