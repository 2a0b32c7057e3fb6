import type { ApiError } from './api-answers.ts'
import type { Parameters } from './form-encoding.ts'

/** A call as it came, and what became of it. */
export interface RecordedRequest {
  /** Epoch ms by the provider's clock. */
  readonly at: number
  readonly method: string
  readonly path: string
  readonly parameters: Parameters
  readonly idempotencyKey: string | null
  readonly apiVersion: string | null
  /** Why the provider refused the request as such (key, version, address, parameters); null when it was right. */
  readonly problem: ApiError | null
  /** The status answered; null while there is no answer, and for ever when the line was cut. */
  readonly status: number | null
  /** Whether the answer was an earlier one under the same key. */
  readonly replayed: boolean
}

/** The record of the last calls. */
export interface RequestRecord {
  /** Notes a call and gives a way to note more about it later. */
  add(request: RecordedRequest): (more: Partial<RecordedRequest>) => void
  all(): readonly RecordedRequest[]
  /** Those that were refused as such: a test of the shop expects none. */
  invalid(): readonly RecordedRequest[]
}

const most = 2000

/** An empty record that keeps the last 2,000 calls. */
export const createRequestRecord = (): RequestRecord => {
  const requests: RecordedRequest[] = []
  return {
    add: (request) => {
      const noted = { ...request }
      requests.push(noted)
      if (requests.length > most) requests.shift()
      return (more) => void Object.assign(noted, more)
    },
    all: () => requests,
    invalid: () => requests.filter((request) => request.problem !== null),
  }
}
