import type { Stripe } from 'stripe'

export type Operation =
  | 'create'
  | 'list'
  | 'retrieve'
  | 'expire'
  | 'lines'
  | 'refund'
  | 'refunds'
  | 'payment'
  | 'disputes'
  | 'dispute'

export type CallFault =
  /** A 500 is stored under the idempotency key and replayed, others are not; 401: the key is none any more, 403: it has not this right. */
  | { readonly kind: 'fail'; readonly status: 401 | 403 | 429 | 500 | 503 }
  /** Neither answered nor done; `clear` cuts the connection. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** Done, but the connection is cut; the client library retries once. */
  | { readonly kind: 'cut' }
  /** For `create`: while it is planned, a call with pictures is refused, and the refusal kept under its key. */
  | { readonly kind: 'refuse_pictures' }
  /** For `create`: the session is paid and its event accepted before the response. */
  | { readonly kind: 'pay_first' }

/** `wrong_*` and `unknown_order` change the session too, unless `inEventOnly`. */
export type EventFault =
  | { readonly kind: 'repeat'; readonly copies: number }
  | { readonly kind: 'hold' }
  | { readonly kind: 'lose' }
  | { readonly kind: 'wrong_secret' }
  | { readonly kind: 'old_timestamp'; readonly seconds: number }
  /** Two `v1` values, as during a change of secrets; the second is right. */
  | { readonly kind: 'two_signatures' }
  | { readonly kind: 'wrong_amount'; readonly amount: number; readonly inEventOnly?: boolean }
  | {
      readonly kind: 'wrong_currency' | 'wrong_livemode' | 'unknown_order'
      readonly inEventOnly?: boolean
    }

/** A planned fault waits for the next matching call or event. */
export interface Faults {
  /** For the next `times` calls (1), only of operation `only` if given. */
  calls(fault: CallFault, plan?: { readonly times?: number; readonly only?: Operation }): void
  events(fault: EventFault, plan?: { readonly times?: number }): void
  /** Removes planned faults, cuts hanging calls, and sends every undelivered event correctly. */
  clear(): void
}

interface Planned<F> {
  readonly fault: F
  readonly only: Operation | undefined
  left: number
}

const isKind = <F extends { readonly kind: string }, K extends F['kind']>(
  fault: F,
  kind: K,
): fault is Extract<F, { kind: K }> => fault.kind === kind

export const faultOf = <K extends EventFault['kind']>(
  faults: readonly EventFault[],
  kind: K,
): Extract<EventFault, { kind: K }> | undefined => {
  for (const fault of faults) if (isKind(fault, kind)) return fault
  return undefined
}

/** `switches` are for tests, the rest for the simulator; `onClear` runs after each `clear`. */
export const createFaults = (onClear: () => void) => {
  let calls: Planned<CallFault>[] = []
  let events: Planned<EventFault>[] = []
  let cleared = Promise.withResolvers<void>()
  const switches: Faults = {
    calls: (fault, { times = 1, only } = {}) => void calls.push({ fault, only, left: times }),
    events: (fault, { times = 1 } = {}) => void events.push({ fault, only: undefined, left: times }),
    clear: () => {
      calls = []
      events = []
      cleared.resolve()
      cleared = Promise.withResolvers<void>()
      onClear()
    },
  }
  return {
    switches,
    takeCall: <K extends CallFault['kind']>(
      kind: K,
      operation: Operation,
    ): Extract<CallFault, { kind: K }> | undefined => {
      for (const planned of calls) {
        const { fault, only = operation } = planned
        if (planned.left < 1 || only !== operation || !isKind(fault, kind)) continue
        planned.left -= 1
        return fault
      }
      return undefined
    },
    takeEvent: (): EventFault[] => {
      const taken = new Map<EventFault['kind'], EventFault>()
      for (const planned of events) {
        if (planned.left < 1 || taken.has(planned.fault.kind)) continue
        planned.left -= 1
        taken.set(planned.fault.kind, planned.fault)
      }
      return [...taken.values()]
    },
    cleared: () => cleared.promise,
  }
}

export type PlannedFaults = ReturnType<typeof createFaults>

export const falsify = (session: Stripe.Checkout.Session, faults: readonly EventFault[]): void => {
  for (const fault of faults) {
    if (fault.kind === 'wrong_amount') session.amount_total = fault.amount
    if (fault.kind === 'wrong_currency') session.currency = 'usd'
    if (fault.kind === 'wrong_livemode') session.livemode = true
    if (fault.kind === 'unknown_order') {
      session.client_reference_id = 'no-such-order'
      session.metadata = { ...session.metadata, order_id: 'no-such-order' }
    }
  }
}
