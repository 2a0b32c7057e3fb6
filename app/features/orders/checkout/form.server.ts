import { z } from 'zod'
import { type CheckoutFrom, checkoutViews } from '~/features/cart/types.ts'
import { productNumber, shippingNumber } from '~/features/products/rules.ts'
import { href } from '~/href.ts'
import { fieldsOf, parsedJson } from '~/kernel/json.ts'
import { ok, type Result, refused } from '~/kernel/result.ts'
import type { CartTerms } from '~/kernel/shop-settings.ts'
import { isPublicPage } from '~/requested-address.ts'
import type { SubmittedCart } from './rules.ts'

export interface CheckoutInput {
  readonly cart: SubmittedCart
  readonly from: CheckoutFrom
  readonly cancelPath: string
  readonly browserToken: string | null
}

export type BodyProblem = 'no-json' | 'too-many-lines' | 'quantity' | 'payment-kind' | 'shape'

const lineSchema = z.object({
  price_data: z.object({
    currency: z.literal('jpy'),
    product_data: z.object({
      name: z.string().max(5000),
      description: z.string().max(5000).catch(''),
      metadata: z.object({ managementNumber: z.string().min(1).max(200) }),
    }),
    unit_amount: z.number(),
  }),
  quantity: z.int().min(1),
})

const bodySchema = z.object({
  line_items: z.array(lineSchema),
  mode: z.literal('payment'),
  success_url: z.string().max(2000),
  cancel_url: z.string().max(2000),
  metadata: z.object({ from: z.enum(checkoutViews) }),
  client_token: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional(),
})

type Body = z.infer<typeof bodySchema>

const lineCount = (json: unknown): number => {
  const { line_items: lines } = fieldsOf(json)
  return Array.isArray(lines) ? lines.length : 0
}

const problemOf = ({ issues }: z.ZodError): BodyProblem => {
  const paths = issues.map(({ path }) => path.join('.'))
  if (paths.some((path) => /^line_items\.\d+\.quantity$/.test(path))) return 'quantity'
  return paths.some((path) => path === 'mode' || path.endsWith('.currency')) ? 'payment-kind' : 'shape'
}

const numberOf = (line: Body['line_items'][number]) => line.price_data.product_data.metadata.managementNumber

/** 送料 lines are not products; their amounts are only compared (S2). */
const submittedCart = ({ line_items }: Body): SubmittedCart => ({
  lines: line_items
    .filter((line) => numberOf(line) !== shippingNumber)
    .map((line) => ({
      managementNumber: productNumber(numberOf(line)) ?? numberOf(line),
      quantity: line.quantity,
      name: line.price_data.product_data.name,
      description: line.price_data.product_data.description,
      unitAmount: line.price_data.unit_amount,
    })),
  shipping: line_items
    .filter((line) => numberOf(line) === shippingNumber)
    .reduce((sum, line) => sum + line.price_data.unit_amount * line.quantity, 0),
})

const cancelPage = href('/cancel')

/** The path of `cancel_url` if it is a page of the shop (S4, S6), else /cancel. */
export const cancelPath = (cancelUrl: string): string => {
  const path = URL.parse(cancelUrl, 'https://shop.invalid')?.pathname ?? cancelPage
  return isPublicPage(path) ? path : cancelPage
}

/** Unknown members are ignored; known ones must have their shape (S3, S12). */
export const readCheckoutBody = (text: string, terms: CartTerms): Result<CheckoutInput, BodyProblem> => {
  const json = parsedJson(text)
  if (json === undefined) return refused('no-json')
  // Before the lines are read: a body of 1 MB can have 300,000 of them.
  if (lineCount(json) > terms.kinds + 1) return refused('too-many-lines')
  const body = bodySchema.safeParse(json)
  if (!body.success) return refused(problemOf(body.error))
  if (body.data.line_items.some(({ quantity }) => quantity > terms.unitsPerLine)) return refused('quantity')
  return ok({
    cart: submittedCart(body.data),
    from: body.data.metadata.from,
    cancelPath: cancelPath(body.data.cancel_url),
    browserToken: body.data.client_token ?? null,
  })
}
