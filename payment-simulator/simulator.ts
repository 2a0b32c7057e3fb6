import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Stripe } from 'stripe'
import { createApi, type RecordedRequest } from './api.ts'
import { createDisputes, type DisputeStatus } from './disputes.ts'
import { createDelivery } from './event-delivery.ts'
import { createFaults, type Faults } from './faults.ts'
import { carryOver } from './former-state.ts'
import { demoTyped, payerOf } from './pay-form.ts'
import { createPayPage } from './pay-page.ts'
import { createRefunds, type LearnedPayment, type RefundStatus } from './refunds.ts'
import { createSessions } from './sessions.ts'
import { openState } from './state.ts'
import type { SimulatorLog } from './state-file.ts'
import type { EventEntry } from './state-shape.ts'

export interface SimulatorOptions {
  readonly secretKey: string
  readonly webhookSecret: string
  /** '' means nowhere until `setWebhookUrl`. */
  readonly webhookUrl: string
  /** Default: the simulator's own. */
  readonly payPageOrigin?: string
  /** Keeps sessions, idempotency keys and undelivered events over restarts; without it they are in memory. */
  readonly stateFile?: string
  /** What a former release kept, in one JSON file: carried over once. */
  readonly formerStateFile?: string
  /** How many calls `requests` gives, 2,000: all are in memory. */
  readonly mostRequests?: number
  readonly log: SimulatorLog
  /** How long the redirect waits for the shop to accept the event, in ms (10,000). */
  readonly redirectWaitMs?: number
  /** Ms between deliveries of an event; after the last one it is given up. */
  readonly retryPausesMs?: readonly number[]
}

export interface PaymentSimulator {
  readonly port: number
  /** True for paths below `/practice/`. The shop's server calls it, so the page has its origin. */
  handlePayPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  readonly faults: Faults
  sessions(): readonly Readonly<Stripe.Checkout.Session>[]
  /** This run's and the undelivered of earlier ones, oldest first. */
  events(): readonly Readonly<EventEntry>[]
  requests(): readonly Readonly<RecordedRequest>[]
  invalidRequests(): readonly Readonly<RecordedRequest>[]
  /** Pays with the demo's address; `waits` completes it unpaid. Throws if it is not open. */
  pay(sessionId: string, options?: { readonly waits?: boolean }): Promise<void>
  settlePayment(sessionId: string, outcome: 'succeeded' | 'failed'): Promise<void>
  expire(sessionId: string): Promise<void>
  /** Refunds as by the dashboard: the rest, or `amount` yen. Gives the id; throws if that is too much. */
  refund(
    sessionId: string,
    refund?: { readonly amount?: number; readonly status?: RefundStatus },
  ): Promise<string>
  /** A payment from elsewhere, which can then be refunded. */
  learnPayment(payment: LearnedPayment): void
  /** The next refund's outcome; default is success. */
  planRefund(status: RefundStatus): void
  changeRefund(refundId: string, status: RefundStatus): Promise<void>
  dispute(sessionId: string, dispute?: { readonly status?: DisputeStatus }): Promise<string>
  changeDispute(disputeId: string, status: DisputeStatus): Promise<void>
  /** Sessions that are due expire; resolves when their events have been tried. */
  advanceClock(ms: number): Promise<void>
  /** Sends the events held back by `hold`, one by one. */
  releaseHeld(options?: { readonly reversed?: boolean }): Promise<void>
  deliverNow(): Promise<void>
  settled(): Promise<void>
  setWebhookUrl(url: string): void
  /** What is undelivered stays in the state file. */
  close(): Promise<void>
}

const minute = 60_000
const usualPausesMs = [
  1000,
  5000,
  minute / 2,
  2 * minute,
  10 * minute,
  60 * minute,
  360 * minute,
  1440 * minute,
]
const expireEveryMs = 30_000

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const listen = async (handle: Handle, log: SimulatorLog) => {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.warn('the payment simulator could not answer', { path: request.url, reason: String(error) })
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  return { server, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

/** Listens on a free port of 127.0.0.1. Rejects when the state file cannot be used. */
export const startPaymentSimulator = async (options: SimulatorOptions): Promise<PaymentSimulator> => {
  const { log, secretKey, webhookSecret, redirectWaitMs = 10_000, retryPausesMs = usualPausesMs } = options
  const { stateFile, formerStateFile, mostRequests = 2000 } = options
  const kept = await openState(stateFile, log)
  if (formerStateFile !== undefined) await carryOver(formerStateFile, kept, log)
  const now = () => Date.now() + kept.clockAheadMs()
  const faults = createFaults(() => events.clearFaults())
  const events = createDelivery(kept, now, faults, { webhookSecret, retryPausesMs }, log)
  const origin = (): string => options.payPageOrigin ?? `http://127.0.0.1:${port}`
  const sessions = createSessions(kept, now, events, origin)
  const refunds = createRefunds(kept, now, events)
  const disputes = createDisputes(kept, now, events)
  const requests: RecordedRequest[] = []

  const sessionThat = (fits: (session: Stripe.Checkout.Session) => boolean, id: string) => {
    const session = sessions.find(id)
    if (session === undefined) throw new Error(`there is no session ${id}`)
    if (!fits(session)) throw new Error(`session ${id} is ${session.status} and ${session.payment_status}`)
    return session
  }
  const isOpen = ({ status }: Stripe.Checkout.Session) => status === 'open'
  const isWaiting = ({ status, payment_status }: Stripe.Checkout.Session) =>
    status === 'complete' && payment_status === 'unpaid'
  const pay = async (sessionId: string, { waits = false } = {}) => {
    sessions.pay(sessionThat(isOpen, sessionId), payerOf(demoTyped), waits)
    await kept.saved()
  }
  const isPaid = ({ payment_status }: Stripe.Checkout.Session) => payment_status === 'paid'
  const payFirst = async (sessionId: string) => {
    await pay(sessionId)
    await events.accepted(sessionId, redirectWaitMs)
  }

  const handlePayPage = createPayPage({ sessions, events, kept, origin, redirectWaitMs })
  const api = createApi({
    secretKey,
    kept,
    now,
    sessions,
    refunds,
    disputes,
    faults,
    note: (request) => {
      requests.push(request)
      if (requests.length > mostRequests) requests.shift()
    },
    payFirst,
  })
  const { server, port } = await listen(async (request, response) => {
    if (!(await handlePayPage(request, response))) await api(request, response)
  }, log)
  events.setWebhookUrl(options.webhookUrl)
  const sweep = setInterval(sessions.sweep, expireEveryMs).unref()

  return {
    port,
    handlePayPage,
    faults: faults.switches,
    sessions: sessions.all,
    events: kept.events.all,
    requests: () => requests,
    invalidRequests: () => requests.filter(({ problem }) => problem !== null),
    pay,
    settlePayment: async (sessionId, outcome) => {
      sessions.settle(sessionThat(isWaiting, sessionId), outcome)
      await kept.saved()
    },
    expire: async (sessionId) => {
      sessions.expire(sessionThat(isOpen, sessionId))
      await kept.saved()
    },
    refund: async (sessionId, { amount, status = 'succeeded' } = {}) => {
      const { id } = refunds.create(sessionThat(isPaid, sessionId), amount, status)
      await kept.saved()
      return id
    },
    learnPayment: refunds.learn,
    planRefund: refunds.plan,
    changeRefund: async (refundId, status) => {
      refunds.change(refundId, status)
      await kept.saved()
    },
    dispute: async (sessionId, { status = 'needs_response' } = {}) => {
      const { id } = disputes.create(sessionThat(isPaid, sessionId), status)
      await kept.saved()
      return id
    },
    changeDispute: async (disputeId, status) => {
      disputes.change(disputeId, status)
      await kept.saved()
    },
    advanceClock: async (ms) => {
      kept.moveClock(ms)
      sessions.sweep()
      await kept.saved()
      await events.deliverNow()
    },
    releaseHeld: ({ reversed = false } = {}) => events.releaseHeld(reversed),
    deliverNow: events.deliverNow,
    settled: events.settled,
    setWebhookUrl: events.setWebhookUrl,
    close: async () => {
      clearInterval(sweep)
      server.close()
      server.closeAllConnections()
      await events.close()
      await kept.saved()
      await kept.close()
    },
  }
}
