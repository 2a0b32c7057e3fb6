import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { listOf } from './pages.ts'
import type { ListParameters } from './requests.ts'
import type { KeptState } from './state.ts'

export type DisputeStatus = 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost'

const daysToAnswer = 9

const noEvidence = (): Stripe.Dispute.Evidence => ({
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
})

const transactionOf = (
  { id }: Stripe.Dispute,
  amount: number,
  created: number,
): Stripe.BalanceTransaction => ({
  id: `txn_1${randomBytes(12).toString('hex')}`,
  object: 'balance_transaction',
  amount,
  available_on: created,
  balance_type: 'payments',
  created,
  currency: 'jpy',
  description: null,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: amount,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: id,
  status: 'available',
  type: 'adjustment',
})

/** Every change makes its event. */
export const createDisputes = (kept: KeptState, now: () => number, events: EventDelivery) => {
  const { find } = kept.disputes
  const sessionOf = ({ payment_intent }: Stripe.Dispute): string =>
    kept.sessions.ofPayment(String(payment_intent))[0]?.id ?? ''

  /** The bank takes the money with the dispute, and returns it when the shop wins. */
  const moveMoney = (dispute: Stripe.Dispute) => {
    const isTaken = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
    const isToBe = !dispute.status.startsWith('warning') && dispute.status !== 'won'
    if (isTaken === isToBe) return
    const amount = isToBe ? -dispute.amount : dispute.amount
    dispute.balance_transactions.push(transactionOf(dispute, amount, Math.floor(now() / 1000)))
    kept.disputes.keep(dispute)
    const type = isToBe ? 'charge.dispute.funds_withdrawn' : 'charge.dispute.funds_reinstated'
    events.announce(dispute, sessionOf(dispute), type)
  }

  return {
    find,
    list: (asked: ListParameters) => listOf(asked, (most) => kept.disputes.list(asked, most), '/v1/disputes'),
    /** For a paid session, over its whole amount. */
    create: (session: Stripe.Checkout.Session, status: DisputeStatus): Stripe.Dispute => {
      const created = Math.floor(now() / 1000)
      const dispute: Stripe.Dispute = {
        id: `du_1${randomBytes(12).toString('hex')}`,
        object: 'dispute',
        amount: session.amount_total ?? 0,
        balance_transactions: [],
        charge: `ch_1${randomBytes(12).toString('hex')}`,
        created,
        currency: 'jpy',
        enhanced_eligibility_types: [],
        evidence: noEvidence(),
        evidence_details: {
          due_by: created + daysToAnswer * 86_400,
          enhanced_eligibility: {},
          has_evidence: false,
          past_due: false,
          submission_count: 0,
          submission_method: 'not_submitted',
        },
        intended_submission_method: null,
        is_charge_refundable: false,
        livemode: session.livemode,
        metadata: {},
        network_reason_code: null,
        payment_intent: session.payment_intent,
        reason: 'fraudulent',
        status,
      }
      kept.disputes.keep(dispute)
      events.announce(dispute, session.id, 'charge.dispute.created')
      moveMoney(dispute)
      return dispute
    },
    change: (id: string, status: DisputeStatus): void => {
      const dispute = find(id)
      if (dispute === undefined) throw new Error(`there is no dispute ${id}`)
      dispute.status = status
      kept.disputes.keep(dispute)
      const isOver = status === 'won' || status === 'lost'
      events.announce(dispute, sessionOf(dispute), `charge.dispute.${isOver ? 'closed' : 'updated'}`)
      moveMoney(dispute)
    },
  }
}

export type Disputes = ReturnType<typeof createDisputes>
