import type { Stripe } from 'stripe'
import { invalidRequest, type Refusal } from './api-answers.ts'

type CreateParams = Stripe.Checkout.SessionCreateParams
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem

/** Parameters that the stand-in acts upon or may safely ignore. What it cannot act out is refused, never dropped. */
const understood: ReadonlySet<string> = new Set([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'billing_address_collection',
  'branding_settings',
  'cancel_url',
  'client_reference_id',
  'currency',
  'custom_text',
  'customer_creation',
  'customer_email',
  'expand',
  'expires_at',
  'integration_identifier',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'origin_context',
  'payment_intent_data',
  'payment_method_options',
  'phone_number_collection',
  'shipping_address_collection',
  'submit_type',
  'success_url',
  'ui_mode',
  'wallet_options',
])

const shortestLifeSeconds = 30 * 60
const longestLifeSeconds = 24 * 60 * 60
const smallestTotal = 50
const largestTotal = 99_999_999

const notPractised = (param: string): Refusal =>
  invalidRequest(`The practice provider does not act on '${param}'.`, { param })

const missing = (param: string): Refusal =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

const lineProblem = (line: LineItem, at: number): Refusal | undefined => {
  const here = `line_items[${at}]`
  if (line.price !== undefined) {
    const param = `${here}[price]`
    return invalidRequest(`No such price: '${line.price}'`, { code: 'resource_missing', param })
  }
  if (line.tax_rates !== undefined) return notPractised(`${here}[tax_rates]`)
  if (line.adjustable_quantity?.enabled) return notPractised(`${here}[adjustable_quantity]`)
  const price = line.price_data
  if (price === undefined) return missing(`${here}[price_data]`)
  if (price.product_data === undefined) return missing(`${here}[price_data][product_data]`)
  if (price.recurring !== undefined) return notPractised(`${here}[price_data][recurring]`)
  if (price.unit_amount === undefined) return missing(`${here}[price_data][unit_amount]`)
  if (price.currency !== 'jpy') {
    const param = `${here}[price_data][currency]`
    return invalidRequest(`Invalid currency: ${price.currency}. The practice account takes jpy alone.`, {
      param,
    })
  }
  if (line.quantity === undefined) return missing(`${here}[quantity]`)
  if (line.quantity < 1) {
    const param = `${here}[quantity]`
    return invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param,
    })
  }
  return undefined
}

const totalProblem = (lines: readonly LineItem[]): Refusal | undefined => {
  const total = lines.reduce(
    (sum, line) => sum + (line.price_data?.unit_amount ?? 0) * (line.quantity ?? 0),
    0,
  )
  if (total > largestTotal) {
    return invalidRequest(`The total must be no more than ¥${largestTotal}.`, { code: 'amount_too_large' })
  }
  if (total > 0 && total < smallestTotal) {
    return invalidRequest(`The total must add up to at least ¥${smallestTotal}.`, {
      code: 'amount_too_small',
    })
  }
  return undefined
}

const lifeProblem = (expiresAt: number | undefined, nowSeconds: number): Refusal | undefined => {
  if (expiresAt === undefined) return undefined
  const life = expiresAt - nowSeconds
  if (life < shortestLifeSeconds || life > longestLifeSeconds) {
    return invalidRequest('`expires_at` must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  }
  return undefined
}

const addressProblem = (url: string | undefined, param: string): Refusal | undefined =>
  url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')
    ? undefined
    : invalidRequest('Not a valid URL', { code: 'url_invalid', param })

/** The language of the page, the ways of paying and the payer, as far as they can be wrong beyond their type. */
const choiceProblem = (params: CreateParams): Refusal | undefined => {
  if ((params.mode ?? 'payment') !== 'payment') return notPractised('mode')
  if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page') return notPractised('ui_mode')
  if (params.currency !== undefined && params.currency !== 'jpy') {
    return invalidRequest(`Invalid currency: ${params.currency}`, { param: 'currency' })
  }
  if (params.allowed_payment_method_types?.some((type) => type !== 'card' && type !== 'konbini')) {
    return invalidRequest('The practice account has only card and konbini switched on.', {
      param: 'allowed_payment_method_types',
    })
  }
  if (params.customer_email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(params.customer_email)) {
    return invalidRequest(`Invalid email address: ${params.customer_email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  }
  return undefined
}

/**
 * What the provider refuses in a request to create a session although every type is right: limits on money and time,
 * addresses, and what this stand-in cannot act out. `nowSeconds` is the provider's clock.
 */
export const creationProblem = (params: CreateParams, nowSeconds: number): Refusal | undefined => {
  const strange = Object.keys(params).find((name) => !understood.has(name))
  if (strange !== undefined) return notPractised(strange)
  const lines = params.line_items ?? []
  if (lines.length === 0) return missing('line_items')
  for (const [at, line] of lines.entries()) {
    const problem = lineProblem(line, at)
    if (problem !== undefined) return problem
  }
  if (params.success_url === undefined) return missing('success_url')
  return (
    choiceProblem(params) ??
    addressProblem(params.success_url, 'success_url') ??
    addressProblem(params.cancel_url, 'cancel_url') ??
    lifeProblem(params.expires_at, nowSeconds) ??
    totalProblem(lines)
  )
}

/** How long a session lives when the shop does not say, in seconds. */
export const defaultLifeSeconds = longestLifeSeconds
