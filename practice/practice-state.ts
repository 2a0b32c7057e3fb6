import { z } from 'zod'
import { eventFault, eventTypes } from './misbehaviour.ts'
import { sessionRecord } from './session-record.ts'

/** The first answer given under an idempotency key; `fingerprint` tells address and parameters, `at` is epoch ms. */
const keptAnswer = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.string(),
  requestId: z.string(),
  at: z.number(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** An event and how far its delivery has come; `body` is what is sent, byte for byte, every time. */
const eventEntry = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  sessionId: z.string(),
  body: z.string(),
  faults: z.array(eventFault),
  state: z.enum(['pending', 'held', 'delivered', 'lost', 'given_up']),
  attempts: z.int(),
})
export type EventEntry = z.infer<typeof eventEntry>

/** Everything that outlives a restart. */
export const practiceState = z.object({
  version: z.literal(1),
  clockAheadMs: z.number(),
  sessions: z.array(sessionRecord),
  answers: z.array(keptAnswer),
  events: z.array(eventEntry),
})
export type PracticeState = z.infer<typeof practiceState>

/** A provider that has seen nothing yet. */
export const emptyState = (): PracticeState => ({
  version: 1,
  clockAheadMs: 0,
  sessions: [],
  answers: [],
  events: [],
})
