import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { fitting, pageOf } from './pages.ts'
import type { CreateParameters, LineItem, ListParameters, PageParameters, Refusal } from './requests.ts'
import { openSession } from './session-object.ts'
import type { KeptState } from './state.ts'
import type { SessionEntry } from './state-shape.ts'

type Session = Stripe.Checkout.Session

/** As the provider stores it: phone numbers start with +81. */
export interface Payer {
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly address: Stripe.Address
}

/** The oldest finished sessions are dropped. */
const mostSessions = 2000

/** The provider uses the product's name as description. */
const lineObject = (
  { id }: Session,
  { quantity, metadata, price_data }: LineItem,
  at: number,
): Stripe.LineItem => {
  const amount = price_data.unit_amount * quantity
  return {
    id: `li_1${id.slice(-20)}${at}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price_data.currency,
    description: price_data.product_data.name,
    metadata,
    price: null,
    quantity,
  }
}

/** Every change makes its event. Call `kept.saved` to wait for the disk. */
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
    events.announce(session, session.id, 'checkout.session.expired')
  }
  const expireIfDue = ({ session }: SessionEntry) => {
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
  }
  /** Newest first, after expiring those that are due. */
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
    list: (asked: ListParameters): Stripe.ApiList<Session> | Refusal =>
      pageOf(
        fitting(
          all().map(({ session }) => session),
          asked,
        ),
        asked,
        '/v1/checkout/sessions',
      ),
    lines: ({ session, lines }: SessionEntry, asked: PageParameters) =>
      pageOf(
        lines.map((line, at) => lineObject(session, line, at)),
        asked,
        `/v1/checkout/sessions/${session.id}/line_items`,
      ),
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
      events.announce(session, session.id, 'checkout.session.completed')
    },
    settle: (session: Session, outcome: 'succeeded' | 'failed'): void => {
      if (outcome === 'succeeded') session.payment_status = 'paid'
      events.announce(session, session.id, `checkout.session.async_payment_${outcome}`)
    },
    expire,
  }
}

export type Sessions = ReturnType<typeof createSessions>
