import type { Stripe } from 'stripe'
import { z } from 'zod'
import { lineItem } from './requests.ts'

/** Only members that the simulator reads are checked, since it writes them itself. */
const membersRead = z.object({
  object: z.literal('checkout.session'),
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid']),
  amount_total: z.int(),
  created: z.int(),
  expires_at: z.int(),
  success_url: z.string(),
  cancel_url: z.string(),
})
const session = z.custom<Stripe.Checkout.Session>((value) => membersRead.safeParse(value).success)

/** `lines` is not part of the provider's session object. */
const sessionEntry = z.object({ session, lines: z.array(lineItem) })
export type SessionEntry = z.infer<typeof sessionEntry>

/** `fingerprint` is address and parameters, `at` epoch ms. */
const keptAnswer = z.object({
  key: z.string(),
  fingerprint: z.string(),
  status: z.int(),
  body: z.string(),
  at: z.number(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** `body` is sent byte for byte each time. */
const eventEntry = z.object({
  id: z.string(),
  type: z.enum([
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ]),
  sessionId: z.string(),
  body: z.string(),
  state: z.enum(['pending', 'held', 'delivered', 'lost', 'given_up']),
  attempts: z.int(),
})
export type EventEntry = z.infer<typeof eventEntry>

const refund = z.custom<Stripe.Refund>(
  (value) =>
    z.object({ id: z.string(), amount: z.int(), payment_intent: z.string() }).safeParse(value).success,
)
const dispute = z.custom<Stripe.Dispute>(
  (value) => z.object({ id: z.string(), payment_intent: z.string() }).safeParse(value).success,
)

export const simulatorState = z.object({
  version: z.literal(2),
  clockAheadMs: z.number(),
  sessions: z.array(sessionEntry),
  // Missing in files of an earlier version.
  refunds: z.array(refund).default([]),
  disputes: z.array(dispute).default([]),
  answers: z.array(keptAnswer),
  events: z.array(eventEntry),
})
export type SimulatorState = z.infer<typeof simulatorState>

export const emptyState = (): SimulatorState => ({
  version: 2,
  clockAheadMs: 0,
  sessions: [],
  refunds: [],
  disputes: [],
  answers: [],
  events: [],
})
