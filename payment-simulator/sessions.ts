import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { listOf, pageOf } from './pages.ts'
import type { CreateParameters, LineItem, ListParameters, PageParameters, Refusal } from './requests.ts'
import { openSession } from './session-object.ts'
import type { KeptState } from './state.ts'

type Session = Stripe.Checkout.Session

/** As the provider stores it: phone numbers start with +81. */
export interface Payer {
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly address: Stripe.Address
}

/** In one turn of the event loop. */
const mostAtOnce = 100

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
  const seconds = () => Math.floor(now() / 1000)

  const close = (session: Session, status: 'complete' | 'expired') => {
    session.status = status
    session.url = null
  }
  /** A planned fault of the event may falsify the session, too. */
  const announce = (session: Session, type: Parameters<EventDelivery['announce']>[2]) => {
    events.announce(session, session.id, type)
    kept.sessions.keep(session)
  }
  const expire = (session: Session) => {
    close(session, 'expired')
    announce(session, 'checkout.session.expired')
  }
  const expiredIfDue = (session: Session): Session => {
    if (session.status === 'open' && session.expires_at <= seconds()) expire(session)
    return session
  }

  return {
    /** Those that are due expire, and those that are long over are forgotten. */
    sweep: (): void => {
      for (;;) {
        const due = kept.sessions.due(seconds(), mostAtOnce)
        due.forEach(expire)
        if (due.length < mostAtOnce) break
      }
      kept.sessions.forget(seconds(), mostAtOnce)
    },
    find: (id: string): Session | undefined => {
      const session = kept.sessions.find(id)
      return session && expiredIfDue(session)
    },
    ofPayment: (paymentIntent: string): Session | undefined => kept.sessions.ofPayment(paymentIntent)[0],
    linesOf: ({ id }: Session): LineItem[] => kept.sessions.lines(id),
    create: (asked: CreateParameters): Session => {
      const session = openSession(asked, seconds(), `${origin()}/practice/pay/`)
      kept.sessions.add(session, asked.line_items)
      return session
    },
    list: (asked: ListParameters): Stripe.ApiList<Session> | Refusal =>
      listOf(asked, (most) => kept.sessions.list(asked, most)?.map(expiredIfDue), '/v1/checkout/sessions'),
    /** Newest first. */
    all: (): Session[] => (kept.sessions.list({}, Number.MAX_SAFE_INTEGER) ?? []).map(expiredIfDue),
    lines: (session: Session, asked: PageParameters) =>
      pageOf(
        kept.sessions.lines(session.id).map((line, at) => lineObject(session, line, at)),
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
      announce(session, 'checkout.session.completed')
    },
    settle: (session: Session, outcome: 'succeeded' | 'failed'): void => {
      if (outcome === 'succeeded') session.payment_status = 'paid'
      announce(session, `checkout.session.async_payment_${outcome}`)
    },
    expire,
  }
}

export type Sessions = ReturnType<typeof createSessions>
