import type { Stripe } from 'stripe'
import type { Disputes } from './disputes.ts'
import type { PaidSession, Refunds } from './refunds.ts'
import { type Call, invalidRequest, type RefundParameters, type Refusal } from './requests.ts'
import type { Sessions } from './sessions.ts'

export interface ProviderData {
  readonly sessions: Sessions
  readonly refunds: Refunds
  readonly disputes: Disputes
}

export interface PaymentWithFee
  extends Pick<Stripe.PaymentIntent, 'amount_received' | 'currency' | 'livemode' | 'metadata'> {
  readonly id: string
  readonly object: 'payment_intent'
  readonly latest_charge: {
    readonly id: string
    readonly object: 'charge'
    readonly balance_transaction: Stripe.BalanceTransaction
  }
}

export type ApiObject =
  | PaymentWithFee
  | Stripe.Refund
  | Stripe.Checkout.Session
  | Stripe.Dispute
  | Stripe.ApiList<Stripe.Checkout.Session | Stripe.LineItem | Stripe.Refund | Stripe.Dispute>

const missing = (param: string, id: string): Refusal =>
  invalidRequest(`No such ${param}: ${id}`, { code: 'resource_missing', param }, 404)

const paymentNamed = (sessions: Sessions, refunds: Refunds, id: string): PaidSession | undefined =>
  sessions.ofPayment(id) ?? refunds.learned(id)

const refundAsked = (
  sessions: Sessions,
  refunds: Refunds,
  { payment_intent, amount, metadata }: RefundParameters,
): Stripe.Refund | Refusal => {
  const session = paymentNamed(sessions, refunds, payment_intent)
  return session === undefined
    ? missing('payment_intent', payment_intent)
    : refunds.ask(session, amount, metadata)
}

const withFee = ({
  payment_intent,
  amount_total,
  created,
  livemode,
  metadata,
}: PaidSession): PaymentWithFee => {
  const id = String(payment_intent)
  const charge = `ch_${id.slice(3)}`
  const amount = amount_total ?? 0
  const fee = Math.floor(amount * 0.036)
  return {
    id,
    object: 'payment_intent',
    amount_received: amount,
    currency: 'jpy',
    livemode,
    metadata: metadata?.order_id === undefined ? {} : { order_id: metadata.order_id },
    latest_charge: {
      id: charge,
      object: 'charge',
      balance_transaction: {
        id: `txn_${id.slice(3)}`,
        object: 'balance_transaction',
        amount,
        available_on: created,
        balance_type: 'payments',
        created,
        currency: 'jpy',
        description: null,
        exchange_rate: null,
        fee,
        fee_details: [
          { amount: fee, application: null, currency: 'jpy', description: null, type: 'stripe_fee' },
        ],
        net: amount - fee,
        reporting_category: 'charge',
        source: charge,
        status: 'available',
        type: 'charge',
      },
    },
  }
}

export const perform = ({ sessions, refunds, disputes }: ProviderData, call: Call): ApiObject | Refusal => {
  if (call.operation === 'create') return sessions.create(call.parameters)
  if (call.operation === 'list') return sessions.list(call.parameters)
  if (call.operation === 'refund') return refundAsked(sessions, refunds, call.parameters)
  if (call.operation === 'refunds') return refunds.list(call.parameters)
  if (call.operation === 'disputes') return disputes.list(call.parameters)
  if (call.operation === 'dispute') return disputes.find(call.id) ?? missing('dispute', call.id)
  if (call.operation === 'payment') {
    const session = paymentNamed(sessions, refunds, call.id)
    return session === undefined ? missing('payment_intent', call.id) : withFee(session)
  }
  const session = sessions.find(call.id)
  if (session === undefined) return missing('session', call.id)
  if (call.operation === 'lines') return sessions.lines(session, call.parameters)
  if (call.operation === 'retrieve') return session
  if (session.status !== 'open') return invalidRequest('Only an open session can be expired.')
  sessions.expire(session)
  return session
}
