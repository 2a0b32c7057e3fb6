import type { Stripe } from 'stripe'
import { type SessionLine, type SessionRecord, totalOf } from './session-record.ts'

type Session = Stripe.Checkout.Session

const addressOf = (session: SessionRecord): Stripe.Address | null => {
  const address = session.payer?.address
  return address ? { ...address, country: session.asked.shippingCountries?.[0] ?? 'JP' } : null
}

const customerOf = (session: SessionRecord): Session['customer_details'] => {
  const { payer, asked } = session
  if (payer === null && asked.customerEmail === null) return null
  return {
    address: addressOf(session),
    business_name: null,
    email: payer?.email ?? asked.customerEmail,
    individual_name: null,
    name: payer?.name ?? null,
    phone: payer?.phone ?? null,
    tax_exempt: 'none',
    tax_ids: payer ? [] : null,
  }
}

const collectedOf = (session: SessionRecord): Session['collected_information'] => {
  const address = addressOf(session)
  if (session.payer === null || address === null) return null
  return {
    business_name: null,
    individual_name: null,
    shipping_details: { address, name: session.payer.name },
  }
}

const message = (text: string | null): { message: string } | null =>
  text === null ? null : { message: text }

/** What the shop asked for, given back. */
const askedFor = ({ asked }: SessionRecord) => ({
  adaptive_pricing: { enabled: asked.adaptivePricing },
  allowed_payment_method_types: asked.allowedMethods,
  cancel_url: asked.cancelUrl,
  custom_text: {
    after_submit: message(asked.afterSubmitText),
    shipping_address: message(asked.shippingText),
    submit: message(asked.submitText),
    terms_of_service_acceptance: message(asked.termsText),
  },
  customer_email: asked.customerEmail,
  locale: asked.locale,
  payment_method_types: asked.allowedMethods ?? ['card'],
  phone_number_collection: { enabled: asked.wantsPhone },
  shipping_address_collection: asked.shippingCountries && { allowed_countries: asked.shippingCountries },
  submit_type: asked.submitType,
  success_url: asked.successUrl,
})

/** Members that a yen shop without subscriptions, tax sums and coupons never sees filled. */
const neverUsed = () => ({
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  customer: null,
  customer_account: null,
  customer_creation: 'if_required' as const,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: 'if_required' as const,
  payment_method_configuration_details: null,
  payment_method_options: {},
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  wallet_options: null,
})

/** The provider's session object; `payPageOrigin` is where its pay page stands. Amounts are whole yen. */
export const sessionObject = (session: SessionRecord, payPageOrigin: string): Session => {
  const { alteration, asked } = session
  const amount = alteration.amount ?? totalOf(session)
  return {
    ...neverUsed(),
    ...askedFor(session),
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    client_reference_id: alteration.order ?? asked.clientReferenceId,
    collected_information: collectedOf(session),
    created: session.created,
    currency: alteration.currency ?? 'jpy',
    customer_details: customerOf(session),
    expires_at: session.expiresAt,
    livemode: alteration.livemode ?? false,
    metadata:
      alteration.order === undefined ? asked.metadata : { ...asked.metadata, order_id: alteration.order },
    mode: 'payment',
    payment_intent: session.paymentIntent,
    payment_status: session.paymentStatus,
    status: session.status,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${payPageOrigin}/practice/pay/${session.id}` : null,
  }
}

/** A line as it travels: the package makes its decimal type out of a text. */
export type LineObject = Omit<Stripe.LineItem, 'price'> & {
  readonly price: Omit<Stripe.Price, 'unit_amount_decimal'> & { readonly unit_amount_decimal: string }
}

/** The provider's object of one line. */
export const lineObject = (line: SessionLine, created: number): LineObject => ({
  id: line.id,
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: line.unitAmount * line.quantity,
  amount_tax: 0,
  amount_total: line.unitAmount * line.quantity,
  currency: 'jpy',
  description: line.name,
  metadata: line.metadata,
  price: {
    id: line.priceId,
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created,
    currency: 'jpy',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: line.productId,
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: line.unitAmount,
    unit_amount_decimal: String(line.unitAmount),
  },
  quantity: line.quantity,
})
