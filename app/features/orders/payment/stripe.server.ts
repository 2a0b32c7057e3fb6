import type { Stripe } from 'stripe'
import { z } from 'zod'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import { withinLimit } from '~/server/time-limit.ts'
import { disputeReport, refundReport, sessionOfOrder, sessionReport } from './provider-objects.server.ts'
import { askForRefund, type RefundAnswer, type RefundToAsk } from './refund-call.server.ts'
import { isPaymentPage } from './rules.ts'
import type { SessionParameters } from './session-parameters.rules.ts'
import type { DisputeReport, ProviderEvent, RefundReport, SessionOfOrder, SessionReport } from './types.ts'

type VerifiedEvent = ProviderEvent | 'no-event'

const anyEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.unknown() }),
})
const text = z.string().min(1)
const eventObject = z.discriminatedUnion('object', [
  z.object({ object: z.literal('checkout.session'), id: text }),
  z.object({ object: z.literal('refund'), payment_intent: text }),
  z.object({ object: z.literal('charge'), payment_intent: text }),
  z.object({ object: z.literal('dispute'), id: text }),
])

/** Reads only ids: the present state is fetched from the provider. */
const eventOf = (parsed: unknown): VerifiedEvent => {
  const event = anyEvent.safeParse(parsed)
  if (!event.success) return 'no-event'
  const { id, type, data } = event.data
  const read = eventObject.safeParse(data.object)
  if (!read.success) return { id, type, about: 'nothing-of-ours' }
  const about = read.data
  if (about.object === 'checkout.session') {
    const paymentFailed = type === 'checkout.session.async_payment_failed'
    return { id, type, about: 'session', sessionId: about.id, paymentFailed }
  }
  if (about.object === 'dispute') return { id, type, about: 'dispute', disputeId: about.id }
  // Charges have other events too, such as their success.
  if (about.object === 'charge' && type !== 'charge.refunded') return { id, type, about: 'nothing-of-ours' }
  return { id, type, about: 'refunds', paymentIntent: about.payment_intent }
}

const apiVersion = '2026-10-28.endive'
const usualLimitMs = timeLimits.providerCall
const once = { timeout: usualLimitMs, maxNetworkRetries: 0 } as const

export interface GatewaySettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Local port of the simulator; null for the real provider (S11). */
  readonly simulatorPort: number | null
  /** By default the simulator's own. */
  readonly simulatorPageOrigin?: string
}

/** What became of this process's calls since its start, for the metrics (D64). */
export interface Tally {
  count(what: string): void
  /** A copy, by name. */
  read(): Readonly<Record<string, number>>
}

/** `refused`: this key is no key, or may not be used for payment pages. */
export type KeyAnswer =
  | { readonly kind: 'accepted' | 'no-answer' }
  | { readonly kind: 'refused'; readonly why: string }

/**
 * `refused` with `ofKey`: the shop's secret key is none, so every request would be. Of the idempotency key: `broken` failed, and would
 * repeat that under it; `busy`: it is in use; `unreachable`: no answer, so that a page may exist, which the same key tells.
 */
export type OpenOutcome =
  | { readonly kind: 'opened'; readonly session: SessionReport }
  | { readonly kind: 'broken' | 'busy' | 'unreachable'; readonly why: string }
  | {
      readonly kind: 'refused'
      readonly why: string
      readonly ofKey?: boolean
      /** For the address of a picture: without pictures the page may be made. */
      readonly ofPicture?: boolean
    }

/** Fee and payout in the currency of the account. */
export interface Fee {
  readonly fee: number
  readonly net: number
}

/** A payment without a known session. */
export interface NamedPayment {
  readonly orderId: string | null
  /** In the smallest unit. */
  readonly amount: number
  readonly currency: string
  readonly livemode: boolean
}

/** The only way to the provider. Limits are in ms; methods reject without a good answer. */
export interface PaymentGateway {
  readonly livemode: boolean
  readonly tally: Tally
  /** By the provider's last word; then no payment page is asked for (M14). */
  isKeyRefused(): boolean
  /** Never rejects. */
  askAboutKey(limitMs: number): Promise<KeyAnswer>
  open(parameters: SessionParameters, key: string, limitMs: number): Promise<OpenOutcome>
  /** Undefined when unknown to the provider. */
  session(id: string, limitMs?: number): Promise<SessionReport | undefined>
  /** False when the session is no longer open. */
  expire(id: string, limitMs?: number): Promise<boolean>
  /** Since epoch ms, newest first. */
  sessionsSince(createdFrom: number): AsyncIterable<SessionReport>
  sessionOfPayment(paymentIntent: string): Promise<SessionReport | undefined>
  /** Includes everything to make its order again. */
  sessionOfOrder(id: string): Promise<SessionOfOrder | undefined>
  /** Newest first; empty when the payment is unknown. */
  refundsOf(paymentIntent: string): Promise<readonly RefundReport[]>
  /** Uses the row's key; never rejects for an answer of the provider. */
  refund(asked: RefundToAsk): Promise<RefundAnswer>
  /** Undefined while unbooked or unknown. */
  feeOf(paymentIntent: string): Promise<Fee | undefined>
  payment(paymentIntent: string): Promise<NamedPayment | undefined>
  /** Since epoch ms, newest first. */
  refundsSince(createdFrom: number): AsyncIterable<RefundReport>
  /** Undefined when unknown, or without a payment. */
  dispute(id: string): Promise<DisputeReport | undefined>
  /** Since epoch ms, newest first. */
  disputesSince(createdFrom: number): AsyncIterable<DisputeReport>
  /** Undefined when the signature is wrong or older than 300 s. */
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

/** Loads Stripe's package on first use. */
export const createPaymentGateway = (settings: GatewaySettings): PaymentGateway => {
  let loading: Promise<Loaded> | undefined
  const load = () => {
    loading ??= loadPackage(settings)
    return loading
  }
  const { simulatorPort, simulatorPageOrigin = `http://127.0.0.1:${simulatorPort}` } = settings
  const ownOrigins = simulatorPort === null ? [] : [simulatorPageOrigin]
  // Stripe restarts its own limit when it retries a cut connection; `withinLimit` does not.
  const quick = (limitMs = usualLimitMs) => ({
    timeout: Math.min(limitMs, usualLimitMs),
    maxNetworkRetries: 0,
  })
  /** Keeps addresses that are no payment pages out of orders (S10). */
  const withSafeUrl = (report: SessionReport): SessionReport =>
    report.url === null || isPaymentPage(report.url, ownOrigins) ? report : { ...report, url: null }

  const tally = createTally()
  let keyIsRefused = false

  return {
    livemode: /^[sr]k_live_/.test(settings.secretKey),
    tally,
    isKeyRefused: () => keyIsRefused,
    askAboutKey: async (limitMs) => {
      const { client, errors } = await load()
      const answer = await keyAnswer(client, errors, quick(limitMs))
      if (answer.kind !== 'no-answer') keyIsRefused = answer.kind === 'refused'
      return answer
    },
    open: async (parameters, key, limitMs) => {
      const { client, errors } = await load()
      try {
        const options = { ...quick(limitMs), idempotencyKey: key }
        const creating = client.checkout.sessions.create(parameters, options)
        const session = await withinLimit(limitMs, creating, () => undefined)
        if (session === undefined) return { kind: 'unreachable', why: `no answer within ${limitMs} ms` }
        if (session.url !== null && !isPaymentPage(session.url, ownOrigins))
          return { kind: 'refused', why: `its page is at ${URL.parse(session.url)?.origin}` }
        keyIsRefused = false
        return { kind: 'opened', session: sessionReport(session) }
      } catch (error) {
        const outcome = outcomeOf(error, errors)
        if (outcome.kind === 'refused' && outcome.ofKey) keyIsRefused = true
        return outcome
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
        if (error instanceof errors.StripeSignatureVerificationError) {
          tally.count('unsigned')
          return undefined
        }
        // Stripe parses the body after it checked the signature.
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

const createTally = (): Tally => {
  const counts = new Map<string, number>()
  return {
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    read: () => Object.fromEntries(counts),
  }
}

/** Asks for what payment pages need, so that a restricted key without that right is refused too. */
const keyAnswer = async (
  client: Stripe,
  errors: Errors,
  options: { readonly timeout: number; readonly maxNetworkRetries: number },
): Promise<KeyAnswer> => {
  try {
    await withinLimit(options.timeout, client.checkout.sessions.list({ limit: 1 }, options), noAnswer)
    return { kind: 'accepted' }
  } catch (error) {
    if (!isStatus(error, errors, 401) && !isStatus(error, errors, 403)) return { kind: 'no-answer' }
    return { kind: 'refused', why: error instanceof Error ? `${error.name}` : '' }
  }
}

const isStatus = (error: unknown, errors: Errors, status: number): boolean =>
  error instanceof errors.StripeError && error.statusCode === status

/** Stripe reports an unknown id in a path by status, in a filter by code. */
const isUnknown = (error: unknown, errors: Errors): boolean =>
  isStatus(error, errors, 404) || (error instanceof errors.StripeError && error.code === 'resource_missing')

/** Undefined when unknown to the provider. */
const ifKnown = async <T>(errors: Errors, asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isUnknown(error, errors)) return undefined
    throw error
  }
}

/** What a failure means for its key (M2). */
const outcomeOf = (error: unknown, errors: Errors): OpenOutcome => {
  if (!(error instanceof errors.StripeError)) throw error
  const why = `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''}`.trim()
  if (error instanceof errors.StripeConnectionError) return { kind: 'unreachable', why }
  const status = error.statusCode ?? 0
  if (status === 409) return { kind: 'busy', why }
  // Status 0: no JSON, as from a proxy; only the same key tells whether a page exists.
  if (status === 0 || status === 429) return { kind: 'unreachable', why }
  if (status >= 500) return { kind: 'broken', why }
  // Another version of the shop sent other parameters under this key; a new key works.
  if (error instanceof errors.StripeIdempotencyError) return { kind: 'broken', why }
  return {
    kind: 'refused',
    why: `${why} ${error.param ?? ''} ${error.message}`.trim(),
    ofKey: status === 401,
    ofPicture: /\bimages\b/.test(error.param ?? ''),
  }
}

/** Undefined until the provider books it. Rejects when it cannot be asked. */
const readFee = async (client: Stripe, paymentIntent: string): Promise<Fee | undefined> => {
  const asking = client.paymentIntents.retrieve(
    paymentIntent,
    { expand: ['latest_charge.balance_transaction'] },
    once,
  )
  const { latest_charge: charge } = await withinLimit(usualLimitMs, asking, noAnswer)
  if (charge === null || typeof charge === 'string') return undefined
  const { balance_transaction: booked } = charge
  return booked === null || typeof booked === 'string' ? undefined : { fee: booked.fee, net: booked.net }
}

/** Rejects when the provider cannot be asked. */
const readPayment = async (client: Stripe, paymentIntent: string): Promise<NamedPayment> => {
  const asking = client.paymentIntents.retrieve(paymentIntent, {}, once)
  const payment = await withinLimit(timeLimits.webhookFetch, asking, noAnswer)
  return {
    orderId: payment.metadata.order_id ?? null,
    amount: payment.amount_received,
    currency: payment.currency,
    livemode: payment.livemode,
  }
}
