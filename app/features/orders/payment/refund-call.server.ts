import type { Stripe } from 'stripe'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import { withinLimit } from '~/server/time-limit.ts'
import { refundReport } from './provider-objects.server.ts'
import type { RefundReport } from './types.ts'

export interface RefundToAsk {
  /** Of the refund's row; the provider stores it too. */
  readonly id: string
  readonly paymentIntent: string
  /** In the smallest unit: yen. */
  readonly amount: number
  readonly orderId: string | null
}

/** `refused` with the provider's `code`; `unanswered`: only the same key or the provider's list tells whether it was made. */
export type RefundAnswer =
  | { readonly kind: 'taken'; readonly refund: RefundReport }
  | { readonly kind: 'refused'; readonly code: string; readonly why: string }
  | { readonly kind: 'unanswered'; readonly why: string }

const limits = { timeout: timeLimits.providerCall, maxNetworkRetries: 0 } as const

/** The row's id is the key, so a refund is made once (N4). Never rejects for an answer of the provider. */
export const askForRefund = async (
  client: Stripe,
  errors: typeof Stripe.errors,
  { id, paymentIntent, amount, orderId }: RefundToAsk,
): Promise<RefundAnswer> => {
  const asking = client.refunds.create(
    {
      payment_intent: paymentIntent,
      amount,
      reason: 'requested_by_customer',
      metadata: { ...(orderId === null ? {} : { order_id: orderId }), refund_id: id },
    },
    { ...limits, idempotencyKey: `refund:${id}` },
  )
  try {
    const refund = await withinLimit(limits.timeout, asking, () => undefined)
    const report = refund && refundReport(refund)
    return report === undefined
      ? { kind: 'unanswered', why: `no answer within ${limits.timeout} ms` }
      : { kind: 'taken', refund: report }
  } catch (error) {
    return failedAnswer(error, errors)
  }
}

/** Refused only if it surely was not made. */
const failedAnswer = (error: unknown, errors: typeof Stripe.errors): RefundAnswer => {
  if (!(error instanceof errors.StripeError)) throw error
  const why = `${error.type} ${error.statusCode ?? ''} ${error.code ?? ''}`.trim()
  // Only these errors are final; a wrong key or a rate limit passes.
  const isRefusal =
    error instanceof errors.StripeInvalidRequestError && [400, 402, 404].includes(error.statusCode ?? 0)
  if (!isRefusal) return { kind: 'unanswered', why }
  return { kind: 'refused', code: error.code ?? error.param ?? 'refused', why: `${why} ${error.message}` }
}
