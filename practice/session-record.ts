import { z } from 'zod'

const texts = z.record(z.string(), z.string())
const seconds = z.int()

/** What the shopper typed on the pay page. Texts are as the provider keeps them: a phone number starts with +81. */
export const payer = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  address: z
    .object({
      postal_code: z.string(),
      state: z.string(),
      city: z.string(),
      line1: z.string(),
      line2: z.string().nullable(),
    })
    .nullable(),
})
export type Payer = z.infer<typeof payer>

/** One line of a session; amounts are whole yen. */
export const sessionLine = z.object({
  id: z.string(),
  priceId: z.string(),
  productId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  metadata: texts,
  productMetadata: texts,
  unitAmount: z.int(),
  quantity: z.int(),
})
export type SessionLine = z.infer<typeof sessionLine>

/** What a test had falsified in a session; see misbehaviour. */
export const alteration = z.object({
  amount: z.int().optional(),
  currency: z.string().optional(),
  livemode: z.boolean().optional(),
  order: z.string().optional(),
})
export type Alteration = z.infer<typeof alteration>

/** A session as the stand-in keeps it; `session-object.ts` makes the provider's object of it. */
export const sessionRecord = z.object({
  id: z.string(),
  created: seconds,
  expiresAt: seconds,
  status: z.enum(['open', 'complete', 'expired']),
  paymentStatus: z.enum(['no_payment_required', 'paid', 'unpaid']),
  paymentIntent: z.string().nullable(),
  payer: payer.nullable(),
  lines: z.array(sessionLine),
  alteration,
  /** What the shop asked for. */
  asked: z.object({
    successUrl: z.string(),
    cancelUrl: z.string().nullable(),
    clientReferenceId: z.string().nullable(),
    customerEmail: z.string().nullable(),
    metadata: texts,
    locale: z.string().nullable(),
    submitType: z.string().nullable(),
    displayName: z.string().nullable(),
    submitText: z.string().nullable(),
    shippingText: z.string().nullable(),
    afterSubmitText: z.string().nullable(),
    termsText: z.string().nullable(),
    shippingCountries: z.array(z.string()).nullable(),
    wantsPhone: z.boolean(),
    adaptivePricing: z.boolean(),
    allowedMethods: z.array(z.string()).nullable(),
  }),
})
export type SessionRecord = z.infer<typeof sessionRecord>

/** What the session's lines come to, in yen. */
export const totalOf = (session: SessionRecord): number =>
  session.lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0)
