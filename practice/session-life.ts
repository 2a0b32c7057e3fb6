import { apiVersion } from './api-version.ts'
import type { EventDelivery } from './event-delivery.ts'
import type { EventFault, EventType, Faults } from './misbehaviour.ts'
import type { PracticeClock } from './practice-clock.ts'
import type { EventEntry } from './practice-state.ts'
import { newObjectId } from './random-ids.ts'
import { sessionObject } from './session-object.ts'
import { type Alteration, type Payer, type SessionRecord, totalOf } from './session-record.ts'
import type { KeptState } from './state-file.ts'

/** The API call that an event comes from; both null when it comes from the pay page or the clock. */
export interface EventCause {
  readonly id: string | null
  readonly idempotency_key: string | null
}

/** What happens to sessions; every change makes its event. Nothing here waits: `KeptState.saved` does. */
export interface SessionLife {
  /** The session, expired first if its time is up; undefined when there is none. */
  find(id: string): SessionRecord | undefined
  /** All sessions, the newest first. */
  all(): readonly SessionRecord[]
  add(session: SessionRecord): void
  /** Completes an open session; paid, or unpaid when `waits`. Nothing happens to one that is not open. */
  pay(session: SessionRecord, payer: Payer, waits?: boolean): void
  /** Ends the wait of a session that was completed unpaid. */
  settlePayment(session: SessionRecord, outcome: 'succeeded' | 'failed'): void
  /** Expires an open session. */
  expire(session: SessionRecord, cause?: EventCause): void
}

/** So much is remembered; of what is over, the oldest goes first. */
const mostSessions = 10_000
const mostEvents = 2000

const nobody: EventCause = { id: null, idempotency_key: null }

/** What the data faults make of a session. */
const falsified = (before: Alteration, faults: readonly EventFault[]): Alteration => {
  const after = { ...before }
  for (const fault of faults) {
    if (fault.kind === 'wrong_amount') after.amount = fault.amount
    if (fault.kind === 'wrong_currency') after.currency = 'usd'
    if (fault.kind === 'wrong_livemode') after.livemode = true
    if (fault.kind === 'unknown_order') after.order = 'no-such-order'
  }
  return after
}

const stateAtFirst = (faults: readonly EventFault[]): EventEntry['state'] => {
  if (faults.some((fault) => fault.kind === 'lose')) return 'lost'
  return faults.some((fault) => fault.kind === 'hold') ? 'held' : 'pending'
}

const isOver = (event: EventEntry): boolean => event.state === 'delivered' || event.state === 'lost'

/** The list without the oldest that are over, as far as it is longer than `most`. */
const trimmed = <T>(list: T[], most: number, over: (each: T) => boolean): T[] => {
  let surplus = list.length - most
  if (surplus <= 0) return list
  return list.filter((each) => {
    if (surplus <= 0 || !over(each)) return true
    surplus -= 1
    return false
  })
}

/** The life of the sessions in `kept`; `payPageOrigin` gives the origin their addresses stand on. */
export const createSessionLife = (
  kept: KeptState,
  clock: PracticeClock,
  delivery: EventDelivery,
  faults: Faults,
  payPageOrigin: () => string,
): SessionLife => {
  const { state } = kept

  const announce = (session: SessionRecord, type: EventType, cause: EventCause = nobody) => {
    const planned = faults.takeEvent(type)
    const lasting = planned.filter((fault) => !('inEventOnly' in fault && fault.inEventOnly))
    session.alteration = falsified(session.alteration, lasting)
    const alteration = falsified(session.alteration, planned)
    const event = {
      id: newObjectId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: clock.seconds(),
      data: { object: sessionObject({ ...session, alteration }, payPageOrigin()) },
      livemode: alteration.livemode ?? false,
      pending_webhooks: 1,
      request: cause,
      type,
    }
    const entry: EventEntry = {
      id: event.id,
      type,
      sessionId: session.id,
      body: JSON.stringify(event, null, 2),
      faults: planned,
      state: stateAtFirst(planned),
      attempts: 0,
    }
    state.events.push(entry)
    state.events = trimmed(state.events, mostEvents, isOver)
    kept.changed()
    delivery.send(entry)
  }

  const expire = (session: SessionRecord, cause?: EventCause) => {
    if (session.status !== 'open') return
    session.status = 'expired'
    announce(session, 'checkout.session.expired', cause)
  }
  const expireIfDue = (session: SessionRecord) => {
    if (session.expiresAt <= clock.seconds()) expire(session)
  }

  return {
    find: (id) => {
      const session = state.sessions.findLast((each) => each.id === id)
      if (session !== undefined) expireIfDue(session)
      return session
    },
    all: () => {
      state.sessions.forEach(expireIfDue)
      return state.sessions.toReversed()
    },
    add: (session) => {
      state.sessions.push(session)
      state.sessions = trimmed(state.sessions, mostSessions, (each) => each.status !== 'open')
      kept.changed()
    },
    pay: (session, payer, waits = false) => {
      if (session.status !== 'open') return
      const free = totalOf(session) === 0
      session.status = 'complete'
      session.payer = payer
      session.paymentIntent = free ? null : newObjectId('pi')
      if (!waits) session.paymentStatus = free ? 'no_payment_required' : 'paid'
      announce(session, 'checkout.session.completed')
    },
    settlePayment: (session, outcome) => {
      if (session.status !== 'complete' || session.paymentStatus !== 'unpaid') return
      if (outcome === 'succeeded') session.paymentStatus = 'paid'
      announce(session, `checkout.session.async_payment_${outcome}`)
    },
    expire,
  }
}
