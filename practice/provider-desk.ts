import type { EventDelivery } from './event-delivery.ts'
import { demoTyped, payerOf } from './pay-form.ts'
import type { PracticeClock } from './practice-clock.ts'
import type { PracticeProvider } from './provider-shape.ts'
import type { RequestRecord } from './recorded-requests.ts'
import type { SessionLife } from './session-life.ts'
import { sessionObject } from './session-object.ts'
import type { SessionRecord } from './session-record.ts'
import type { KeptState } from './state-file.ts'

/** What can be seen and done from beside the provider, without its API and its page. */
export type ProviderDesk = Omit<PracticeProvider, 'port' | 'handlePayPage' | 'misbehave' | 'close'>

/** What the desk stands on. */
export interface DeskParts {
  readonly kept: KeptState
  readonly clock: PracticeClock
  readonly life: SessionLife
  readonly delivery: EventDelivery
  readonly record: RequestRecord
  readonly payPageOrigin: () => string
}

/** The desk of a provider; its methods are described at `PracticeProvider`. */
export const createDesk = ({
  kept,
  clock,
  life,
  delivery,
  record,
  payPageOrigin,
}: DeskParts): ProviderDesk => {
  /** The session if `fits`; throws otherwise, for a test that means another session is wrong itself. */
  const sessionThat = (fits: (session: SessionRecord) => boolean, id: string): SessionRecord => {
    const session = life.find(id)
    if (session === undefined) throw new Error(`there is no session ${id}`)
    if (!fits(session)) throw new Error(`session ${id} is ${session.status} and ${session.paymentStatus}`)
    return session
  }
  const isOpen = (session: SessionRecord) => session.status === 'open'
  const isWaiting = (session: SessionRecord) =>
    session.status === 'complete' && session.paymentStatus === 'unpaid'

  return {
    sessions: () => life.all().map((session) => sessionObject(session, payPageOrigin())),
    events: () =>
      kept.state.events.map(({ id, type, sessionId, state, attempts }) => ({
        id,
        type,
        sessionId,
        state,
        attempts,
      })),
    requests: record.all,
    invalidRequests: record.invalid,
    pay: async (sessionId, { waits = false } = {}) => {
      const session = sessionThat(isOpen, sessionId)
      const email = session.asked.customerEmail ?? demoTyped.email
      life.pay(session, payerOf({ ...demoTyped, email }, session), waits)
      await kept.saved()
    },
    settlePayment: async (sessionId, outcome) => {
      life.settlePayment(sessionThat(isWaiting, sessionId), outcome)
      await kept.saved()
    },
    expire: async (sessionId) => {
      life.expire(sessionThat(isOpen, sessionId))
      await kept.saved()
    },
    advanceClock: async (ms) => {
      clock.advance(ms)
      kept.state.clockAheadMs = clock.ahead()
      kept.changed()
      life.all()
      await kept.saved()
      await delivery.deliverNow()
    },
    releaseHeld: ({ reversed = false } = {}) => delivery.releaseHeld(reversed),
    deliverNow: delivery.deliverNow,
    settled: delivery.settled,
    setWebhookUrl: delivery.setWebhookUrl,
  }
}
