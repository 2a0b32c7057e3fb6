import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { type CreateParameters, totalOf } from './requests.ts'

type Session = Stripe.Checkout.Session

const neverFilled = () => ({
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
  customer_email: null,
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
  submit_type: null,
  subscription: null,
  wallet_options: null,
})

/** `pages` is the pay page's address without the id. */
export const openSession = (asked: CreateParameters, nowSeconds: number, pages: string): Session => {
  // 66 characters, the API's longest id, so that no column of the shop is shorter.
  const id = `cs_test_a1${randomBytes(28).toString('hex')}`
  const total = totalOf(asked.line_items)
  return {
    ...neverFilled(),
    id,
    object: 'checkout.session',
    adaptive_pricing: asked.adaptive_pricing,
    allowed_payment_method_types: asked.allowed_payment_method_types,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: asked.cancel_url,
    client_reference_id: asked.client_reference_id,
    collected_information: null,
    created: nowSeconds,
    currency: 'jpy',
    custom_text: { ...asked.custom_text, after_submit: null, terms_of_service_acceptance: null },
    customer_details: null,
    expires_at: asked.expires_at,
    livemode: false,
    locale: asked.locale,
    metadata: asked.metadata,
    mode: asked.mode,
    payment_intent: null,
    payment_method_types: asked.allowed_payment_method_types,
    payment_status: 'unpaid',
    phone_number_collection: asked.phone_number_collection,
    shipping_address_collection: asked.shipping_address_collection,
    status: 'open',
    success_url: asked.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pages}${id}`,
  }
}
