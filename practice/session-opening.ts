import type { Stripe } from 'stripe'
import { defaultLifeSeconds } from './creation-limits.ts'
import { newObjectId, newSessionId } from './random-ids.ts'
import type { SessionLine, SessionRecord } from './session-record.ts'

type CreateParams = Stripe.Checkout.SessionCreateParams

const textMetadata = (metadata: Stripe.MetadataParam | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, String(value)]))

const messageOf = (text: { message: string } | '' | null | undefined): string | null =>
  text ? text.message : null

const lineOf = (line: Stripe.Checkout.SessionCreateParams.LineItem): SessionLine => {
  const product = line.price_data?.product_data
  return {
    id: newObjectId('li'),
    priceId: newObjectId('price'),
    productId: newObjectId('prod'),
    name: product?.name ?? '',
    description: product?.description ?? null,
    image: product?.images?.[0] ?? null,
    metadata: textMetadata(line.metadata),
    productMetadata: textMetadata(product?.metadata),
    unitAmount: line.price_data?.unit_amount ?? 0,
    quantity: line.quantity ?? 0,
  }
}

/** A new open session out of parameters that `creationProblem` has nothing to say against. */
export const openSession = (params: CreateParams, nowSeconds: number): SessionRecord => ({
  id: newSessionId(),
  created: nowSeconds,
  expiresAt: params.expires_at ?? nowSeconds + defaultLifeSeconds,
  status: 'open',
  paymentStatus: 'unpaid',
  paymentIntent: null,
  payer: null,
  lines: (params.line_items ?? []).map(lineOf),
  alteration: {},
  asked: {
    successUrl: params.success_url ?? '',
    cancelUrl: params.cancel_url ?? null,
    clientReferenceId: params.client_reference_id ?? null,
    customerEmail: params.customer_email ?? null,
    metadata: textMetadata(params.metadata),
    locale: params.locale ?? null,
    submitType: params.submit_type ?? null,
    displayName: params.branding_settings?.display_name ?? null,
    submitText: messageOf(params.custom_text?.submit),
    shippingText: messageOf(params.custom_text?.shipping_address),
    afterSubmitText: messageOf(params.custom_text?.after_submit),
    termsText: messageOf(params.custom_text?.terms_of_service_acceptance),
    shippingCountries: params.shipping_address_collection?.allowed_countries ?? null,
    wantsPhone: params.phone_number_collection?.enabled ?? false,
    adaptivePricing: params.adaptive_pricing?.enabled ?? true,
    allowedMethods: params.allowed_payment_method_types ?? null,
  },
})
