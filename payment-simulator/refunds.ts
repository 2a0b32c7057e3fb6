import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { listOf } from './pages.ts'
import { invalidRequest, type ListParameters, type Refusal } from './requests.ts'
import type { KeptState } from './state.ts'

export type PaidSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'payment_intent' | 'amount_total' | 'created' | 'livemode' | 'metadata'
>

/** A payment older than the simulator, such as that of a demo's sample order. */
export interface LearnedPayment {
  readonly id: string
  readonly amount: number
  readonly paidAt: number
}

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

/** Disputes in which the bank has not taken the money, or has returned it. */
const notCharged = ['warning_needs_response', 'warning_under_review', 'warning_closed', 'won', 'prevented']
const givenBack = ['pending', 'requires_action', 'succeeded']

/** Refunds by dashboard or API. Every change makes its event. */
export const createRefunds = (kept: KeptState, now: () => number, events: EventDelivery) => {
  const planned: RefundStatus[] = []
  const learned = new Map<string, PaidSession>()
  const outcome = (): RefundStatus => planned.shift() ?? 'succeeded'
  const sessionOf = ({ payment_intent }: Stripe.Refund): string =>
    kept.sessions.ofPayment(String(payment_intent))[0]?.id ?? ''
  const leftOf = ({ payment_intent, amount_total }: PaidSession): number =>
    kept.refunds
      .ofPayment(String(payment_intent))
      .filter(({ status }) => givenBack.includes(status ?? ''))
      .reduce((left, { amount }) => left - amount, amount_total ?? 0)

  const add = (
    session: PaidSession,
    amount: number,
    status: RefundStatus,
    metadata: Record<string, string>,
  ): Stripe.Refund => {
    const refund: Stripe.Refund = {
      id: `re_1${randomBytes(12).toString('hex')}`,
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: null,
      created: Math.floor(now() / 1000),
      currency: 'jpy',
      customer: null,
      customer_account: null,
      metadata,
      payment_intent: session.payment_intent,
      payment_method: null,
      reason: 'requested_by_customer',
      receipt_number: null,
      source_transfer_reversal: null,
      status,
      transfer_reversal: null,
    }
    kept.refunds.keep(refund)
    events.announce(refund, session.id, 'refund.created')
    return refund
  }

  return {
    list: (asked: ListParameters) => listOf(asked, (most) => kept.refunds.list(asked, most), '/v1/refunds'),
    /** For a paid session; throws when less than `amount` (yen) is left. */
    create: (
      session: Stripe.Checkout.Session,
      amount: number = leftOf(session),
      status: RefundStatus,
    ): Stripe.Refund => {
      if (amount < 1 || amount > leftOf(session)) throw new Error(`there are no ${amount} yen left to refund`)
      return add(session, amount, status, {})
    },
    ask: (
      session: PaidSession,
      amount: number,
      metadata: Record<string, string>,
    ): Stripe.Refund | Refusal => {
      const payment = String(session.payment_intent)
      const left = leftOf(session)
      const isDisputed = kept.disputes.ofPayment(payment).some(({ status }) => !notCharged.includes(status))
      if (isDisputed)
        return invalidRequest(`The charge of ${payment} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        })
      if (left === 0)
        return invalidRequest(`The charge of ${payment} has already been refunded.`, {
          code: 'charge_already_refunded',
        })
      if (amount > left) {
        const words = `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`
        return invalidRequest(words, { param: 'amount' })
      }
      return add(session, amount, outcome(), metadata)
    },
    learn: ({ id, amount, paidAt }: LearnedPayment): void => {
      const created = Math.floor(paidAt / 1000)
      learned.set(id, {
        id: '',
        payment_intent: id,
        amount_total: amount,
        created,
        livemode: false,
        metadata: null,
      })
    },
    learned: (id: string): PaidSession | undefined => learned.get(id),
    /** The outcome of the next refunds by the API, in turn; later ones succeed. */
    plan: (status: RefundStatus): void => void planned.push(status),
    change: (id: string, status: RefundStatus): void => {
      const refund = kept.refunds.find(id)
      if (refund === undefined) throw new Error(`there is no refund ${id}`)
      refund.status = status
      if (status === 'failed') refund.failure_reason = 'expired_or_canceled_card'
      kept.refunds.keep(refund)
      events.announce(refund, sessionOf(refund), status === 'failed' ? 'refund.failed' : 'refund.updated')
    },
  }
}

export type Refunds = ReturnType<typeof createRefunds>
