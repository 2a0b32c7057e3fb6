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
export const session = z.custom<Stripe.Checkout.Session>((value) => membersRead.safeParse(value).success)

/** Not part of the provider's session object. */
export const sessionLines = z.array(lineItem)

/** `at` is epoch ms. */
export const keptAnswer = z.object({
  key: z.string(),
  /** Address and parameters; in a file of today their SHA-256. */
  fingerprint: z.string(),
  status: z.int(),
  body: z.string(),
  at: z.number(),
})
export type KeptAnswer = z.infer<typeof keptAnswer>

/** `body` is sent byte for byte each time. */
export const eventEntry = z.object({
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

const ofPayment = { id: z.string(), created: z.int(), payment_intent: z.string() }
const refundMembers = z.object({ ...ofPayment, amount: z.int() })
export const refund = z.custom<Stripe.Refund>((value) => refundMembers.safeParse(value).success)
const disputeMembers = z.object(ofPayment)
export const dispute = z.custom<Stripe.Dispute>((value) => disputeMembers.safeParse(value).success)
