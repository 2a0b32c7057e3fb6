import type { Stripe } from 'stripe'
import { z } from 'zod'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Customer, DeliveryAddress } from '~/features/orders/types.ts'
import { oneLine } from '~/kernel/japanese-text.ts'
import { withinLimit } from '~/server/time-limit.ts'
import { isPaymentPage } from './rules.ts'
import type { SessionParameters } from './session-parameters.rules.ts'
import type { PaymentEvent, SessionReport } from './types.ts'

const apiVersion = '2026-10-28.endive'
const usualLimitMs = timeLimits.providerCall

export interface GatewaySettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Where the payment simulator listens on this machine; null is the real provider (S11). */
  readonly simulatorPort: number | null
  /** The origin of the simulator's pages, where it is not the simulator's own. */
  readonly simulatorPageOrigin?: string
}

/**
 * What came of asking for a payment page. `broken`: the provider failed, and would only repeat that under this key.
 * `busy`: somebody else is asking with this key. `unreachable`: no answer; the page may exist, the key tells.
 */
export type OpenOutcome =
  | { readonly kind: 'opened'; readonly session: SessionReport }
  | { readonly kind: 'broken' | 'busy' | 'unreachable' | 'refused'; readonly why: string }

/** The one way to the payment provider. Time limits are in ms; methods reject when the provider gives no good answer. */
export interface PaymentGateway {
  /** True where money is real. */
  readonly livemode: boolean
  open(parameters: SessionParameters, key: string, limitMs: number): Promise<OpenOutcome>
  /** The session as it is now; undefined when the provider does not know it. */
  session(id: string, limitMs?: number): Promise<SessionReport | undefined>
  /** False when the session is not open any more. */
  expire(id: string, limitMs?: number): Promise<boolean>
  /** Every session created from this time on (epoch ms), the newest first. */
  sessionsSince(createdFrom: number): AsyncIterable<SessionReport>
  /** The event in a raw body, or undefined when its signature is not the provider's or older than 300 s. */
  verifiedEvent(body: Buffer, signature: string | null): Promise<VerifiedEvent | undefined>
}

/** What a body with a good signature holds: `not-ours` is an event of no payment page, `no-event` no event at all. */
export type VerifiedEvent = PaymentEvent | 'not-ours' | 'no-event'

const anyEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.unknown() }),
})
const eventSession = z.object({ id: z.string().min(1), object: z.literal('checkout.session') })

const eventOf = (parsed: unknown): VerifiedEvent => {
  const event = anyEvent.safeParse(parsed)
  if (!event.success) return 'no-event'
  const { id, type, data } = event.data
  const session = eventSession.safeParse(data.object)
  if (!session.success) return 'not-ours'
  return {
    id,
    type,
    sessionId: session.data.id,
    paymentFailed: type === 'checkout.session.async_payment_failed',
  }
}

const noAnswer = (): never => {
  throw new Error('the provider did not answer in time')
}

/** Loads the provider's own package when it is first needed. */
export const createPaymentGateway = (settings: GatewaySettings): PaymentGateway => {
  let loading: Promise<Loaded> | undefined
  const load = () => {
    loading ??= loadPackage(settings)
    return loading
  }
  const { simulatorPort, simulatorPageOrigin = `http://127.0.0.1:${simulatorPort}` } = settings
  const ownOrigins = simulatorPort === null ? [] : [simulatorPageOrigin]
  // The package retries a call whose connection was cut, and its own limit then starts again; `withinLimit` does not.
  const quick = (limitMs = usualLimitMs) => ({
    timeout: Math.min(limitMs, usualLimitMs),
    maxNetworkRetries: 0,
  })
  /** An address that is no payment page never becomes an order's (S10). */
  const withSafeUrl = (report: SessionReport): SessionReport =>
    report.url === null || isPaymentPage(report.url, ownOrigins) ? report : { ...report, url: null }

  return {
    livemode: /^[sr]k_live_/.test(settings.secretKey),
    open: async (parameters, key, limitMs) => {
      const { client, errors } = await load()
      try {
        const options = { ...quick(limitMs), idempotencyKey: key }
        const creating = client.checkout.sessions.create(parameters, options)
        const session = await withinLimit(limitMs, creating, () => undefined)
        if (session === undefined) return { kind: 'unreachable', why: `no answer within ${limitMs} ms` }
        if (session.url !== null && !isPaymentPage(session.url, ownOrigins))
          return { kind: 'refused', why: `its page is at ${URL.parse(session.url)?.origin}` }
        return { kind: 'opened', session: sessionReport(session) }
      } catch (error) {
        return outcomeOf(error, errors)
      }
    },
    session: async (id, limitMs) => {
      const { client, errors } = await load()
      try {
        const asking = client.checkout.sessions.retrieve(id, {}, quick(limitMs))
        return withSafeUrl(sessionReport(await withinLimit(quick(limitMs).timeout, asking, noAnswer)))
      } catch (error) {
        if (isStatus(error, errors, 404)) return undefined
        throw error
      }
    },
    expire: async (id, limitMs) => {
      const { client, errors } = await load()
      try {
        const expiring = client.checkout.sessions.expire(id, {}, quick(limitMs))
        await withinLimit(quick(limitMs).timeout, expiring, noAnswer)
        return true
      } catch (error) {
        if (isStatus(error, errors, 400) || isStatus(error, errors, 404)) return false
        throw error
      }
    },
    async *sessionsSince(createdFrom) {
      const { client } = await load()
      const created = { gte: Math.floor(createdFrom / 1000) }
      for await (const session of client.checkout.sessions.list({ created, limit: 100 }))
        yield withSafeUrl(sessionReport(session))
    },
    verifiedEvent: async (body, signature) => {
      const { client, errors } = await load()
      try {
        return eventOf(client.webhooks.constructEvent(body, signature ?? '', settings.webhookSecret))
      } catch (error) {
        if (error instanceof errors.StripeSignatureVerificationError) return undefined
        // The package reads the body after it has found the signature good.
        if (error instanceof SyntaxError) return 'no-event'
        throw error
      }
    },
  }
}

type Errors = typeof Stripe.errors
interface Loaded {
  readonly client: Stripe
  readonly errors: Errors
}

const loadPackage = async ({ secretKey, simulatorPort }: GatewaySettings): Promise<Loaded> => {
  const { Stripe } = await import('stripe')
  const client = new Stripe(secretKey, {
    apiVersion,
    telemetry: false,
    timeout: usualLimitMs,
    maxNetworkRetries: 0,
    ...(simulatorPort === null ? {} : { host: '127.0.0.1', port: simulatorPort, protocol: 'http' as const }),
  })
  return { client, errors: Stripe.errors }
}

const isStatus = (error: unknown, errors: Errors, status: number): boolean =>
  error instanceof errors.StripeError && error.statusCode === status

/** What a failed attempt means for its idempotency key (M2). */
const outcomeOf = (error: unknown, errors: Errors): OpenOutcome => {
  if (!(error instanceof errors.StripeError)) throw error
  const why = `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''}`.trim()
  if (error instanceof errors.StripeConnectionError) return { kind: 'unreachable', why }
  const status = error.statusCode ?? 0
  if (status === 409) return { kind: 'busy', why }
  // No status: the answer was no JSON, as of a proxy; whether there is a page by now, only the same key tells.
  if (status === 0 || status === 429) return { kind: 'unreachable', why }
  if (status >= 500) return { kind: 'broken', why }
  // A new version of the shop asks otherwise under the same key: under a new one it is right.
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'broken', why }
  return { kind: 'refused', why: `${why} ${error.param ?? ''} ${error.message}`.trim() }
}

type Session = Stripe.Checkout.Session

const deliveryAddress = (session: Session): DeliveryAddress | null => {
  const details = session.collected_information?.shipping_details
  if (!details) return null
  const { address } = details
  return {
    recipient: oneLine(details.name),
    postalCode: oneLine(address.postal_code ?? ''),
    prefecture: oneLine(address.state ?? ''),
    city: oneLine(address.city ?? ''),
    line1: oneLine(address.line1 ?? ''),
    line2: oneLine(address.line2 ?? ''),
  }
}

const lineOrNull = (text: string | null | undefined): string | null => oneLine(text ?? '') || null

/** In single lines, for it goes into mails and onto the owner's terminal. */
const customerOf = (session: Session): Customer => ({
  name: lineOrNull(session.customer_details?.name),
  email: lineOrNull(session.customer_details?.email),
  phone: lineOrNull(session.customer_details?.phone),
  address: deliveryAddress(session),
})

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** An unknown status counts as open, and an unknown payment status as unpaid: nothing follows from them. */
const statusOf = ({ status }: Session): SessionReport['status'] => {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

const paymentStatusOf = ({ payment_status: status }: Session): SessionReport['paymentStatus'] => {
  if (status === 'paid') return 'paid'
  return status === 'no_payment_required' ? 'no_payment_required' : 'unpaid'
}

const sessionReport = (session: Session): SessionReport => ({
  sessionId: session.id,
  orderId: session.metadata?.order_id ?? null,
  status: statusOf(session),
  paymentStatus: paymentStatusOf(session),
  amountTotal: session.amount_total,
  currency: session.currency,
  livemode: session.livemode,
  paymentIntent: idOf(session.payment_intent),
  url: session.url,
  createdAt: session.created * 1000,
  customer: customerOf(session),
})
