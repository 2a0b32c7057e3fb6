import type { Stripe } from 'stripe'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import { withinLimit } from '~/server/time-limit.ts'
import {
  askForRefund,
  type Fee,
  type NamedPayment,
  type RefundAnswer,
  type RefundToAsk,
  readFee,
  readPayment,
} from './money-calls.server.ts'
import { eventOf, type VerifiedEvent } from './provider-events.server.ts'
import { disputeReport, refundReport, sessionOfOrder, sessionReport } from './provider-objects.server.ts'
import { isPaymentPage } from './rules.ts'
import type { SessionParameters } from './session-parameters.rules.ts'
import type { DisputeReport, RefundReport, SessionOfOrder, SessionReport } from './types.ts'

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
  /** The session of a payment, by the payment's own id. */
  sessionOfPayment(paymentIntent: string): Promise<SessionReport | undefined>
  /** As `session`, with all of which its order was made. */
  sessionOfOrder(id: string): Promise<SessionOfOrder | undefined>
  /** All refunds of a payment as they are now, the newest first; none of a payment that the provider does not know. */
  refundsOf(paymentIntent: string): Promise<readonly RefundReport[]>
  /** Asks for a refund, under its row's key; never rejects for an answer of the provider. */
  refund(asked: RefundToAsk): Promise<RefundAnswer>
  /** What the provider kept of a payment; undefined while it is not booked, or of one that it does not know. */
  feeOf(paymentIntent: string): Promise<Fee | undefined>
  /** A payment by its own id; undefined of one that the provider does not know. */
  payment(paymentIntent: string): Promise<NamedPayment | undefined>
  /** Every refund that was asked for from this time on (epoch ms), the newest first. */
  refundsSince(createdFrom: number): AsyncIterable<RefundReport>
  /** The dispute as it is now; undefined when the provider does not know it, or it is of no payment. */
  dispute(id: string): Promise<DisputeReport | undefined>
  /** Every dispute that was opened from this time on (epoch ms), the newest first. */
  disputesSince(createdFrom: number): AsyncIterable<DisputeReport>
  /** The event in a raw body, or undefined when its signature is not the provider's or older than 300 s. */
  verifiedEvent(body: Buffer, signature: string | null): Promise<VerifiedEvent | undefined>
}

const noAnswer = (): never => {
  throw new Error('the provider did not answer in time')
}

const since = (createdFrom: number) => ({ gte: Math.floor(createdFrom / 1000) })

const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const each of pages) found.push(each)
  return found
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
      const asking = client.checkout.sessions.retrieve(id, {}, quick(limitMs))
      const session = await ifKnown(errors, withinLimit(quick(limitMs).timeout, asking, noAnswer))
      return session && withSafeUrl(sessionReport(session))
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
      for await (const session of client.checkout.sessions.list({ created: since(createdFrom), limit: 100 }))
        yield withSafeUrl(sessionReport(session))
    },
    sessionOfPayment: async (paymentIntent) => {
      const { client, errors } = await load()
      const listing = client.checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 }, quick())
      const list = await ifKnown(errors, withinLimit(timeLimits.webhookFetch, listing, noAnswer))
      const session = list?.data[0]
      return session && withSafeUrl(sessionReport(session))
    },
    sessionOfOrder: async (id) => {
      const { client, errors } = await load()
      const { sessions } = client.checkout
      const session = await ifKnown(
        errors,
        withinLimit(usualLimitMs, sessions.retrieve(id, {}, quick()), noAnswer),
      )
      const lines = () => all(sessions.listLineItems(id, { limit: 100 }, quick()))
      return session && sessionOfOrder(session, await lines())
    },
    refundsOf: async (paymentIntent) => {
      const { client, errors } = await load()
      const listing = all(client.refunds.list({ payment_intent: paymentIntent, limit: 100 }, quick()))
      const refunds = await ifKnown(errors, withinLimit(timeLimits.webhookFetch, listing, noAnswer))
      return (refunds ?? []).flatMap((refund) => refundReport(refund) ?? [])
    },
    refund: async (asked) => {
      const { client, errors } = await load()
      return askForRefund(client, errors, asked)
    },
    feeOf: async (paymentIntent) => {
      const { client, errors } = await load()
      return ifKnown(errors, readFee(client, paymentIntent))
    },
    payment: async (paymentIntent) => {
      const { client, errors } = await load()
      return ifKnown(errors, readPayment(client, paymentIntent))
    },
    async *refundsSince(createdFrom) {
      const { client } = await load()
      for await (const refund of client.refunds.list({ created: since(createdFrom), limit: 100 })) {
        const report = refundReport(refund)
        if (report !== undefined) yield report
      }
    },
    dispute: async (id) => {
      const { client, errors } = await load()
      const asking = client.disputes.retrieve(id, {}, quick(timeLimits.webhookFetch))
      const dispute = await ifKnown(errors, withinLimit(timeLimits.webhookFetch, asking, noAnswer))
      return dispute && disputeReport(dispute)
    },
    async *disputesSince(createdFrom) {
      const { client } = await load()
      for await (const dispute of client.disputes.list({ created: since(createdFrom), limit: 100 })) {
        const report = disputeReport(dispute)
        if (report !== undefined) yield report
      }
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

/** Of what is named in the address the provider says it by the status, of what is named in a filter by the code. */
const isUnknown = (error: unknown, errors: Errors): boolean =>
  isStatus(error, errors, 404) || (error instanceof errors.StripeError && error.code === 'resource_missing')

/** What was asked for, or undefined when the provider does not know it. */
const ifKnown = async <T>(errors: Errors, asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isUnknown(error, errors)) return undefined
    throw error
  }
}

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
