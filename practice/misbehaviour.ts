import { z } from 'zod'
import { type Operation, operations } from './api-request.ts'

/** The events the stand-in can send. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
] as const
export type EventType = (typeof eventTypes)[number]

/** What can go wrong with a call. */
export const callFault = z.discriminatedUnion('kind', [
  /** Answered with this status; a 500 is kept under the call's idempotency key and replayed, a 503 is not. */
  z.object({ kind: z.literal('fail'), status: z.union([z.literal(500), z.literal(503)]) }),
  /** Never answered, and nothing done; the line is cut when all is calmed. */
  z.object({ kind: z.literal('hang') }),
  /** Done as asked, but only after so many real ms. */
  z.object({ kind: z.literal('slow'), ms: z.int().min(0) }),
  /** Done and kept, but the line is cut instead of an answer (replayed answers too). */
  z.object({ kind: z.literal('cut') }),
  /** Creating only: the session is paid and its event delivered before the call is answered. */
  z.object({ kind: z.literal('pay_first') }),
])
export type CallFault = z.infer<typeof callFault>

const inEventOnly = z.boolean().optional()

/**
 * What can go wrong with an event. The `wrong_*` data and `unknown_order` falsify the session too, so that it is still
 * wrong when the shop fetches it anew, unless `inEventOnly`.
 */
export const eventFault = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('repeat'), copies: z.int().min(2).max(50) }),
  /** Kept back until `releaseHeld`. */
  z.object({ kind: z.literal('hold') }),
  /** Never sent. */
  z.object({ kind: z.literal('lose') }),
  z.object({ kind: z.literal('wrong_secret') }),
  z.object({ kind: z.literal('old_timestamp'), seconds: z.int() }),
  /** Two `v1` values as while a secret is being changed; the second one is right. */
  z.object({ kind: z.literal('two_signatures') }),
  z.object({ kind: z.literal('wrong_amount'), amount: z.int(), inEventOnly }),
  z.object({ kind: z.literal('wrong_currency'), inEventOnly }),
  z.object({ kind: z.literal('wrong_livemode'), inEventOnly }),
  z.object({ kind: z.literal('unknown_order'), inEventOnly }),
])
export type EventFault = z.infer<typeof eventFault>

/** How often a fault happens (1 when left out), and to what (anything when left out). */
export const callPlan = z.object({ times: z.int().min(1).optional(), only: z.enum(operations).optional() })
export const eventPlan = z.object({ times: z.int().min(1).optional(), only: z.enum(eventTypes).optional() })

/** The switches that tests turn. Each planned fault waits for the next call or event it fits. */
export interface Misbehaviour {
  calls(fault: CallFault, plan?: z.infer<typeof callPlan>): void
  events(fault: EventFault, plan?: z.infer<typeof eventPlan>): void
  /** The next payments complete their session unpaid, as at a convenience store; `settlePayment` ends the wait. */
  paymentsWait(times?: number): void
  /** Everything right again: nothing planned any more, hanging calls cut, pending events signed as they should be. */
  calm(): void
}

/** The side of the switches that the provider's own parts look at. */
export interface Faults {
  takeCall<K extends CallFault['kind']>(
    kind: K,
    operation: Operation,
  ): Extract<CallFault, { kind: K }> | undefined
  takeEvent(type: EventType): EventFault[]
  takeWaitingPayment(): boolean
  /** Resolves when all is calmed. */
  calmed(): Promise<void>
}

interface Planned<F, T> {
  readonly fault: F
  readonly only: T | undefined
  left: number
}

const isKind = <K extends CallFault['kind']>(
  fault: CallFault,
  kind: K,
): fault is Extract<CallFault, { kind: K }> => fault.kind === kind

/** A calm set of switches; `onCalm` is called whenever a test calms them. */
export const createMisbehaviour = (onCalm: () => void): { switches: Misbehaviour; faults: Faults } => {
  let calls: Planned<CallFault, Operation>[] = []
  let events: Planned<EventFault, EventType>[] = []
  let waiting = 0
  let calmed = Promise.withResolvers<void>()
  return {
    switches: {
      calls: (fault, plan = {}) => void calls.push({ fault, only: plan.only, left: plan.times ?? 1 }),
      events: (fault, plan = {}) => void events.push({ fault, only: plan.only, left: plan.times ?? 1 }),
      paymentsWait: (times = 1) => {
        waiting += times
      },
      calm: () => {
        calls = []
        events = []
        waiting = 0
        calmed.resolve()
        calmed = Promise.withResolvers<void>()
        onCalm()
      },
    },
    faults: {
      takeCall: (kind, operation) => {
        for (const planned of calls) {
          const { fault, only } = planned
          if (planned.left < 1 || !isKind(fault, kind) || (only ?? operation) !== operation) continue
          planned.left -= 1
          return fault
        }
        return undefined
      },
      takeEvent: (type) => {
        const taken = new Map<EventFault['kind'], EventFault>()
        for (const planned of events) {
          const { fault, only } = planned
          if (planned.left < 1 || taken.has(fault.kind) || (only ?? type) !== type) continue
          planned.left -= 1
          taken.set(fault.kind, fault)
        }
        return [...taken.values()]
      },
      takeWaitingPayment: () => {
        if (waiting < 1) return false
        waiting -= 1
        return true
      },
      calmed: () => calmed.promise,
    },
  }
}
