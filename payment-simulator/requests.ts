import { z } from 'zod'
import type { CalledAddress } from './addresses.ts'
import type { Parameters } from './request-body.ts'

const text = (longest: number) => z.string().min(1).max(longest)
/** Text in a request, a number in the state file. */
const whole = (least: number, most: number) =>
  z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ])
    .pipe(z.int().min(least).max(most))
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const notAnAddress = { error: 'Not a valid URL', params: { code: 'url_invalid' } }
const webAddress = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), notAnAddress)
/** What RFC 3986 allows: whoever sends a blank, Japanese or a lone % is refused. */
const uriText = /^https?:\/\/(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\da-f]{2})+$/i
const pictureAddress = webAddress.refine((value) => value.length <= 2048 && uriText.test(value), notAnAddress)
const metadata = z
  .record(z.string().regex(/^[^[\]]{1,40}$/), text(500))
  .refine((value) => Object.keys(value).length <= 50, 'Too many keys')
const message = z.strictObject({ message: text(1200) })

export const lineItem = z.strictObject({
  quantity: whole(1, 999_999),
  metadata,
  price_data: z.strictObject({
    currency: z.literal('jpy'),
    unit_amount: whole(0, 99_999_999),
    product_data: z.strictObject({
      name: text(5000),
      description: text(40_000).exactOptional(),
      images: z.array(pictureAddress).max(8).exactOptional(),
      metadata,
    }),
  }),
})
export type LineItem = z.infer<typeof lineItem>

export const totalOf = (lines: readonly LineItem[]): number =>
  lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0)

/** Exactly what the shop sends, so that no parameter is silently ignored. */
const createParameters = z.strictObject({
  mode: z.literal('payment'),
  locale: z.literal('ja'),
  adaptive_pricing: z.strictObject({ enabled: flag }),
  allowed_payment_method_types: z.array(z.literal('card')).length(1),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webAddress,
  cancel_url: webAddress,
  client_reference_id: text(200),
  metadata,
  payment_intent_data: z.strictObject({ metadata }),
  shipping_address_collection: z.strictObject({ allowed_countries: z.array(z.literal('JP')).length(1) }),
  phone_number_collection: z.strictObject({ enabled: flag }),
  custom_text: z.strictObject({ submit: message, shipping_address: message }),
  expires_at: whole(0, 1e12),
})
export type CreateParameters = z.infer<typeof createParameters>

const pageParameters = z.strictObject({
  limit: whole(1, 100).exactOptional(),
  starting_after: text(80).exactOptional(),
})
export type PageParameters = z.infer<typeof pageParameters>

const listParameters = pageParameters.extend({
  created: z.strictObject({ gte: whole(0, 1e12) }).exactOptional(),
  payment_intent: text(66).exactOptional(),
})
export type ListParameters = z.infer<typeof listParameters>

const refundParameters = z.strictObject({
  payment_intent: text(66),
  amount: whole(1, 99_999_999),
  reason: z.literal('requested_by_customer'),
  metadata,
})
export type RefundParameters = z.infer<typeof refundParameters>

const paymentParameters = z.strictObject({
  expand: z.array(z.literal('latest_charge.balance_transaction')).length(1).optional(),
})

export type Call =
  | { readonly operation: 'create'; readonly parameters: CreateParameters }
  | { readonly operation: 'list'; readonly parameters: ListParameters }
  | { readonly operation: 'refund'; readonly parameters: RefundParameters }
  | { readonly operation: 'refunds'; readonly parameters: ListParameters }
  | { readonly operation: 'disputes'; readonly parameters: ListParameters }
  | { readonly operation: 'lines'; readonly id: string; readonly parameters: PageParameters }
  | { readonly operation: 'retrieve' | 'expire'; readonly id: string }
  | { readonly operation: 'dispute' | 'payment'; readonly id: string }

export interface Refusal {
  readonly status: number
  readonly error: {
    readonly type: 'api_error' | 'idempotency_error' | 'invalid_request_error'
    readonly message: string
    readonly code?: string
    readonly param?: string
  }
}

export const invalidRequest = (
  message: string,
  more: { readonly code?: string; readonly param?: string } = {},
  status = 400,
): Refusal => ({ status, error: { type: 'invalid_request_error', message, ...more } })

/** Names the first wrong parameter, as the provider does: `line_items[0][quantity]`. */
const misread = (error: z.ZodError) => {
  const [issue] = error.issues
  const [first, ...rest] = issue?.path ?? []
  const param = `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`
  const code: unknown = issue?.code === 'custom' ? issue.params?.code : undefined
  const more = { ...(first === undefined ? {} : { param }), ...(typeof code === 'string' && { code }) }
  return { refusal: invalidRequest(z.prettifyError(error), more) }
}

/** The provider's word about the first picture of a call, for a fault; undefined for a call without one. */
export const pictureRefusal = (call: Call): Refusal | undefined => {
  if (call.operation !== 'create') return undefined
  const at = call.parameters.line_items.findIndex(({ price_data }) => price_data.product_data.images)
  if (at === -1) return undefined
  const param = `line_items[${at}][price_data][product_data][images][0]`
  return invalidRequest('Not a valid URL', { code: 'url_invalid', param })
}

const creationProblem = (
  { expires_at, line_items }: CreateParameters,
  nowSeconds: number,
): Refusal | undefined => {
  const life = expires_at - nowSeconds
  if (life < 30 * 60 || life > 24 * 3600) {
    const param = 'expires_at'
    return invalidRequest('`expires_at` must be between 30 minutes and 24 hours from now.', { param })
  }
  const total = totalOf(line_items)
  if (total < 50) return invalidRequest('The total must be at least ¥50.', { code: 'amount_too_small' })
  if (total > 99_999_999) {
    return invalidRequest('The total must be no more than ¥99999999.', { code: 'amount_too_large' })
  }
  return undefined
}

export const readCall = (
  { operation, id }: CalledAddress,
  parameters: Parameters,
  nowSeconds: number,
): { readonly call: Call } | { readonly refusal: Refusal } => {
  if (operation === 'create') {
    const read = createParameters.safeParse(parameters)
    if (!read.success) return misread(read.error)
    const refusal = creationProblem(read.data, nowSeconds)
    return refusal ? { refusal } : { call: { operation, parameters: read.data } }
  }
  if (operation === 'refund') {
    const read = refundParameters.safeParse(parameters)
    return read.success ? { call: { operation, parameters: read.data } } : misread(read.error)
  }
  if (operation === 'payment') {
    const read = paymentParameters.safeParse(parameters)
    return read.success ? { call: { operation, id } } : misread(read.error)
  }
  if (operation === 'list' || operation === 'refunds' || operation === 'disputes') {
    const read = listParameters.safeParse(parameters)
    if (!read.success) return misread(read.error)
    return { call: { operation, parameters: read.data } }
  }
  if (operation === 'lines') {
    const read = pageParameters.safeParse(parameters)
    if (!read.success) return misread(read.error)
    return { call: { operation, id, parameters: read.data } }
  }
  const read = z.strictObject({}).safeParse(parameters)
  if (!read.success) return misread(read.error)
  return { call: { operation, id } }
}
