import { z } from 'zod'
import type { ProviderEvent } from './types.ts'

export type VerifiedEvent = ProviderEvent | 'no-event'

const anyEvent = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  data: z.object({ object: z.unknown() }),
})
const text = z.string().min(1)
const eventObject = z.discriminatedUnion('object', [
  z.object({ object: z.literal('checkout.session'), id: text }),
  z.object({ object: z.literal('refund'), payment_intent: text }),
  z.object({ object: z.literal('charge'), payment_intent: text }),
  z.object({ object: z.literal('dispute'), id: text }),
])

/** Reads only ids: the present state is fetched from the provider. */
export const eventOf = (parsed: unknown): VerifiedEvent => {
  const event = anyEvent.safeParse(parsed)
  if (!event.success) return 'no-event'
  const { id, type, data } = event.data
  const read = eventObject.safeParse(data.object)
  if (!read.success) return { id, type, about: 'nothing-of-ours' }
  const about = read.data
  if (about.object === 'checkout.session') {
    const paymentFailed = type === 'checkout.session.async_payment_failed'
    return { id, type, about: 'session', sessionId: about.id, paymentFailed }
  }
  if (about.object === 'dispute') return { id, type, about: 'dispute', disputeId: about.id }
  // Charges have other events too, such as their success.
  if (about.object === 'charge' && type !== 'charge.refunded') return { id, type, about: 'nothing-of-ours' }
  return { id, type, about: 'refunds', paymentIntent: about.payment_intent }
}
