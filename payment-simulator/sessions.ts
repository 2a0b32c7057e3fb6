import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { type CreateParameters, invalidRequest, type ListParameters, type Refusal } from './requests.ts'
import { openSession } from './session-object.ts'
import type { KeptState, SessionEntry } from './state.ts'

type Session = Stripe.Checkout.Session

/** As the provider keeps it: a phone number starts with +81. */
export interface Payer {
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly address: Stripe.Address
}

/** Of those that are over, the oldest are forgotten first. */
const mostSessions = 2000

/** Every change makes its event. Nothing here waits for the disk: `kept.saved` does. */
export const createSessions = (
  kept: KeptState,
  now: () => number,
  events: EventDelivery,
  origin: () => string,
) => {
  const { state } = kept
  const seconds = () => Math.floor(now() / 1000)

  const close = (session: Session, status: 'complete' | 'expired') => {
    session.status = status
    session.url = null
  }
  const expire = (session: Session) => {
    close(session, 'expired')
    events.announce(session, 'checkout.session.expired')
  }
  const expireIfDue = ({ session }: SessionEntry) => {
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
  }
  /** The newest first; those whose time is up have expired. */
  const all = (): SessionEntry[] => {
    state.sessions.forEach(expireIfDue)
    return state.sessions.toReversed()
  }

  return {
    all,
    find: (id: string): SessionEntry | undefined => {
      const entry = state.sessions.find(({ session }) => session.id === id)
      if (entry !== undefined) expireIfDue(entry)
      return entry
    },
    create: (asked: CreateParameters): Session => {
      const session = openSession(asked, seconds(), `${origin()}/practice/pay/`)
      state.sessions.push({ session, lines: asked.line_items })
      let surplus = state.sessions.length - mostSessions
      state.sessions = state.sessions.filter((each) => each.session.status === 'open' || surplus-- <= 0)
      kept.changed()
      return session
    },
    list: ({ created, limit = 10, starting_after }: ListParameters): Stripe.ApiList<Session> | Refusal => {
      const fitting = all()
        .map(({ session }) => session)
        .filter((session) => session.created >= (created?.gte ?? 0))
      const before = fitting.findIndex(({ id }) => id === starting_after)
      if (starting_after !== undefined && before < 0) {
        return invalidRequest(`No such checkout.session: ${starting_after}`, { param: 'starting_after' })
      }
      const data = fitting.slice(before + 1, before + 1 + limit)
      const has_more = before + 1 + limit < fitting.length
      return { object: 'list', data, has_more, url: '/v1/checkout/sessions' }
    },
    /** Completes an open session, unpaid when `waits`. */
    pay: (session: Session, { email, name, phone, address }: Payer, waits = false): void => {
      close(session, 'complete')
      session.payment_status = waits ? 'unpaid' : 'paid'
      session.payment_intent = `pi_1${randomBytes(12).toString('hex')}`
      session.customer_details = {
        address,
        business_name: null,
        email,
        individual_name: null,
        name,
        phone,
        tax_exempt: 'none',
        tax_ids: [],
      }
      session.collected_information = {
        business_name: null,
        individual_name: null,
        shipping_details: { address, name },
      }
      events.announce(session, 'checkout.session.completed')
    },
    settle: (session: Session, outcome: 'succeeded' | 'failed'): void => {
      if (outcome === 'succeeded') session.payment_status = 'paid'
      events.announce(session, `checkout.session.async_payment_${outcome}`)
    },
    expire,
  }
}

export type Sessions = ReturnType<typeof createSessions>
