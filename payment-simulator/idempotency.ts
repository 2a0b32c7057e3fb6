import { createHash } from 'node:crypto'
import { invalidRequest, type Refusal } from './requests.ts'
import type { KeptState } from './state.ts'
import type { KeptAnswer } from './state-shape.ts'

export type ApiResponse = Pick<KeptAnswer, 'status' | 'body'>

const keptStatuses: readonly number[] = [200, 400, 404, 500]
const keepKeysMs = 24 * 3600_000
const forgottenAtOnce = 20

/** Of address and parameters. */
export const fingerprintOf = (asked: string): string => createHash('sha256').update(asked).digest('hex')

/** The first response per key is kept for 24 hours of the simulator's clock. */
export const createIdempotencyKeys = ({ answers }: KeptState, now: () => number) => {
  const running = new Map<string, string>()
  return {
    /** A response to send instead of a new run; undefined lets the call run, and `finish` must follow. */
    begin: (key: string, fingerprint: string): ApiResponse | Refusal | undefined => {
      const since = now() - keepKeysMs
      answers.forget(since, forgottenAtOnce)
      const found = answers.find(key)
      const answer = found !== undefined && found.at > since ? found : undefined
      const known = answer?.fingerprint ?? running.get(key)
      if (known !== undefined && known !== fingerprint) {
        const message = `Keys for idempotent requests can only be used with the same parameters: '${key}'.`
        return { status: 400, error: { type: 'idempotency_error', message } }
      }
      if (answer !== undefined) return answer
      if (running.has(key)) {
        const message = `Another request with the idempotency key '${key}' is in progress.`
        return invalidRequest(message, { code: 'idempotency_key_in_use' }, 409)
      }
      running.set(key, fingerprint)
      return undefined
    },
    /** Only calls that were really tried are kept, refused ones too: after a failed validation or without an answer the key is free. */
    finish: (key: string, fingerprint: string, answer: ApiResponse | undefined): void => {
      running.delete(key)
      if (answer === undefined || !keptStatuses.includes(answer.status)) return
      answers.add({ key, fingerprint, ...answer, at: now() })
    },
  }
}
