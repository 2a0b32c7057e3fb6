import type { Stripe } from 'stripe'
import type { Customer, DeliveryAddress, SessionReport } from '~/features/orders/rules.ts'
import { oneLine } from '~/kernel/one-line.ts'

type Session = Stripe.Checkout.Session

const deliveryAddress = (session: Session): DeliveryAddress | null => {
  const details = session.collected_information?.shipping_details
  if (!details) return null
  const { address } = details
  return {
    recipient: oneLine(details.name),
    postalCode: oneLine(address.postal_code ?? ''),
    prefecture: oneLine(address.state ?? ''),
    city: oneLine(address.city ?? ''),
    line1: oneLine(address.line1 ?? ''),
    line2: oneLine(address.line2 ?? ''),
  }
}

const lineOrNull = (text: string | null | undefined): string | null => oneLine(text ?? '') || null

/** What the shopper typed: it goes into mails, onto the owner's terminal and into the database (law B5). */
const customerOf = (session: Session): Customer => ({
  name: lineOrNull(session.customer_details?.name),
  email: lineOrNull(session.customer_details?.email),
  phone: lineOrNull(session.customer_details?.phone),
  address: deliveryAddress(session),
})

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** A status that is not known yet counts as open, and an unknown state of payment as unpaid: nothing follows from them. */
const statusOf = ({ status }: Session): SessionReport['status'] => {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

const paymentStatusOf = ({ payment_status: status }: Session): SessionReport['paymentStatus'] => {
  if (status === 'paid') return 'paid'
  return status === 'no_payment_required' ? 'no_payment_required' : 'unpaid'
}

/** The provider's session in the words of an order. */
export const sessionReport = (session: Session): SessionReport => ({
  sessionId: session.id,
  orderId: session.metadata?.order_id ?? null,
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
