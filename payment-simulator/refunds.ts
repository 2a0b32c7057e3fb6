import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { EventDelivery } from './event-delivery.ts'
import { fitting, pageOf } from './pages.ts'
import type { ListParameters } from './requests.ts'
import type { KeptState } from './state.ts'

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'

const givenBack = ['pending', 'requires_action', 'succeeded']

/** Money given back in the provider's dashboard. Every change makes its event. */
export const createRefunds = (kept: KeptState, now: () => number, events: EventDelivery) => {
  const { state } = kept
  const sessionOf = ({ payment_intent }: Stripe.Refund): string =>
    state.sessions.find(({ session }) => session.payment_intent === payment_intent)?.session.id ?? ''
  const leftOf = ({ payment_intent, amount_total }: Stripe.Checkout.Session): number =>
    state.refunds
      .filter((each) => each.payment_intent === payment_intent && givenBack.includes(each.status ?? ''))
      .reduce((left, { amount }) => left - amount, amount_total ?? 0)

  return {
    list: (asked: ListParameters) => pageOf(fitting(state.refunds.toReversed(), asked), asked, '/v1/refunds'),
    /** Of a paid session; throws when less than `amount` (yen) is left of it. */
    create: (
      session: Stripe.Checkout.Session,
      amount: number = leftOf(session),
      status: RefundStatus,
    ): Stripe.Refund => {
      if (amount < 1 || amount > leftOf(session)) throw new Error(`there are no ${amount} yen left to refund`)
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
        metadata: {},
        payment_intent: session.payment_intent,
        payment_method: null,
        reason: 'requested_by_customer',
        receipt_number: null,
        source_transfer_reversal: null,
        status,
        transfer_reversal: null,
      }
      state.refunds.push(refund)
      kept.changed()
      events.announce(refund, session.id, 'refund.created')
      return refund
    },
    /** Throws when there is no such refund. */
    change: (id: string, status: RefundStatus): void => {
      const refund = state.refunds.find((each) => each.id === id)
      if (refund === undefined) throw new Error(`there is no refund ${id}`)
      refund.status = status
      if (status === 'failed') refund.failure_reason = 'expired_or_canceled_card'
      kept.changed()
      events.announce(refund, sessionOf(refund), status === 'failed' ? 'refund.failed' : 'refund.updated')
    },
  }
}

export type Refunds = ReturnType<typeof createRefunds>
