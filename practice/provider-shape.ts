import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Stripe } from 'stripe'
import type { Misbehaviour } from './misbehaviour.ts'
import type { PracticeLog } from './practice-log.ts'
import type { EventEntry } from './practice-state.ts'
import type { RecordedRequest } from './recorded-requests.ts'

export interface PracticeProviderOptions {
  /** The bearer key that calls must carry. */
  readonly secretKey: string
  /** Signs the events. */
  readonly webhookSecret: string
  /** Where events are posted; an empty text means nowhere until `setWebhookUrl`. */
  readonly webhookUrl: string
  /** The origin on which the pay page is reached; the provider's own when left out. */
  readonly payPageOrigin?: string
  /** Keeps sessions, idempotency keys and undelivered events across restarts; in memory only when left out. */
  readonly stateFile?: string
  /** Epoch ms; the system's clock when left out. */
  readonly now?: () => number
  readonly log: PracticeLog
  /** Port of the provider's API on 127.0.0.1; any free one when left out. */
  readonly port?: number
  /** Answers `POST /_control` on that port, for tests in another process. */
  readonly control?: boolean
  /** How long the way back to the shop waits for the shop to accept the event, in ms (10,000). */
  readonly redirectWaitMs?: number
  /** Pauses after failed attempts to deliver an event, in ms; after the last one it is given up. */
  readonly retryPausesMs?: readonly number[]
  /** How long one attempt to deliver may take, in ms (20,000). */
  readonly deliveryTimeoutMs?: number
  /** How long idempotency keys are remembered, in ms (24 hours). */
  readonly idempotencyKeepMs?: number
}

/** How far an event has come. */
export type DeliveredEvent = Pick<EventEntry, 'id' | 'type' | 'sessionId' | 'state' | 'attempts'>

export interface PracticeProvider {
  /** Where the provider's API listens, on 127.0.0.1. */
  readonly port: number
  /** Answers paths below `/practice/` (then true); the shop's own server calls it, so that the page is on its origin. */
  handlePayPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** The switches for everything that can go wrong. */
  readonly misbehave: Misbehaviour
  /** All sessions as the API shows them, the newest first. */
  sessions(): readonly Stripe.Checkout.Session[]
  /** The events of this run and what an earlier one left, oldest first. */
  events(): readonly DeliveredEvent[]
  /** The last calls to the API. */
  requests(): readonly RecordedRequest[]
  /** Those of them that were refused as such; a test of the shop expects none. */
  invalidRequests(): readonly RecordedRequest[]
  /** Pays without the browser, with the demo's address. `waits` completes the session unpaid. Throws if it is not open. */
  pay(sessionId: string, options?: { readonly waits?: boolean }): Promise<void>
  /** Ends the wait of a session completed unpaid. Throws if it does not wait. */
  settlePayment(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  /** Expires an open session without waiting for its time. Throws if it is not open. */
  expire(sessionId: string): Promise<void>
  /** Puts the provider's clock ahead; sessions whose time is up expire. Resolves when their events have been tried. */
  advanceClock(ms: number): Promise<void>
  /** Sends the events held back by the fault `hold`, one after the other; the last one first when reversed. */
  releaseHeld(options?: { readonly reversed?: boolean }): Promise<void>
  /** Tries every undelivered event now; resolves when these attempts have ended. */
  deliverNow(): Promise<void>
  /** Resolves when no attempt to deliver is running. */
  settled(): Promise<void>
  setWebhookUrl(url: string): void
  /** Stops listening and delivering. What is undelivered waits in the state file. */
  close(): Promise<void>
}

const minute = 60_000
/** What holds where an option is left out. */
export const usualSettings = {
  redirectWaitMs: 10_000,
  retryPausesMs: [1000, 5000, 30_000, 2 * minute, 10 * minute, 60 * minute, 360 * minute, 1440 * minute],
  deliveryTimeoutMs: 20_000,
  idempotencyKeepMs: 24 * 60 * minute,
}
