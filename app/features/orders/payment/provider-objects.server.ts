import type { Stripe } from 'stripe'
import type { Customer, DeliveryAddress } from '~/features/orders/types.ts'
import { oneLine, withoutInvisible } from '~/kernel/text.ts'
import type { DisputeReport, RefundReport, SessionLine, SessionOfOrder, SessionReport } from './types.ts'

type Session = Stripe.Checkout.Session

/** As it was typed, without invisible signs (W46). */
const typedLine = (text: string): string => oneLine(withoutInvisible(text))

const deliveryAddress = (session: Session): DeliveryAddress | null => {
  const details = session.collected_information?.shipping_details
  if (!details) return null
  const { address } = details
  return {
    recipient: typedLine(details.name),
    postalCode: typedLine(address.postal_code ?? ''),
    prefecture: typedLine(address.state ?? ''),
    city: typedLine(address.city ?? ''),
    line1: typedLine(address.line1 ?? ''),
    line2: typedLine(address.line2 ?? ''),
  }
}

const lineOrNull = (text: string | null | undefined): string | null => typedLine(text ?? '') || null

/** In single lines, safe for mails and the owner's terminal. */
const customerOf = (session: Session): Customer => ({
  name: lineOrNull(session.customer_details?.name),
  email: lineOrNull(session.customer_details?.email),
  phone: lineOrNull(session.customer_details?.phone),
  address: deliveryAddress(session),
})

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Unknown values count as open and unpaid, from which nothing follows. */
const statusOf = ({ status }: Session): SessionReport['status'] => {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

const paymentStatusOf = ({ payment_status: status }: Session): SessionReport['paymentStatus'] => {
  if (status === 'paid') return 'paid'
  return status === 'no_payment_required' ? 'no_payment_required' : 'unpaid'
}

export const sessionReport = (session: Session): SessionReport => ({
  sessionId: session.id,
  orderId: session.metadata?.order_id ?? null,
  shopId: session.metadata?.shop_id ?? null,
  returnsTo: URL.parse(session.success_url ?? '')?.origin ?? null,
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

/** The provider returns the lines separately. */
export const sessionOfOrder = (session: Session, lines: readonly Stripe.LineItem[]): SessionOfOrder => ({
  ...sessionReport(session),
  orderNumber: session.metadata?.order_number ?? null,
  tokenHash: session.metadata?.token_sha256 ?? null,
  from: session.metadata?.from ?? null,
  cancelUrl: session.cancel_url,
  submitText: session.custom_text.submit?.message ?? '',
  shippingText: session.custom_text.shipping_address?.message ?? '',
  expiresAt: session.expires_at * 1000,
  lines: lines.map(sessionLine),
})

const sessionLine = (line: Stripe.LineItem): SessionLine => ({
  number: line.metadata?.managementNumber ?? null,
  name: line.description ?? '',
  quantity: line.quantity ?? 0,
  amount: line.amount_total,
})

/** Unknown states count as pending, so that nothing is shipped whose money may be going back. */
const refundState = ({ status }: Stripe.Refund): RefundReport['state'] =>
  status === 'requires_action' || status === 'succeeded' || status === 'failed' || status === 'canceled'
    ? status
    : 'pending'

/** Undefined for a charge without a payment of ours. */
export const refundReport = (refund: Stripe.Refund): RefundReport | undefined => {
  const paymentIntent = idOf(refund.payment_intent)
  if (paymentIntent === null) return undefined
  return {
    id: refund.id,
    paymentIntent,
    amount: refund.amount,
    state: refundState(refund),
    failureReason: refund.failure_reason ?? null,
    pendingReason: refund.pending_reason ?? null,
    refundId: refund.metadata?.refund_id ?? null,
    createdAt: refund.created * 1000,
  }
}

export const disputeReport = (dispute: Stripe.Dispute): DisputeReport | undefined => {
  const paymentIntent = idOf(dispute.payment_intent)
  if (paymentIntent === null) return undefined
  return {
    id: dispute.id,
    paymentIntent,
    amount: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    // 0 means that the shop cannot answer.
    dueBy: dispute.evidence_details.due_by ? dispute.evidence_details.due_by * 1000 : null,
    withdrawn: dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0,
    livemode: dispute.livemode,
    createdAt: dispute.created * 1000,
  }
}
