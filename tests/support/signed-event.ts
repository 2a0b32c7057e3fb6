import { Stripe } from 'stripe'
import { providerKeys } from './checkout-context-for-tests.ts'

export interface SignedEvent {
  readonly body: Buffer
  readonly header: string
}

/** An event signed `age` seconds ago, which says that the session is paid, true or not. */
export const signedEvent = (
  sessionId: string,
  {
    secret = providerKeys.webhookSecret,
    age = 0,
    id = 'evt_made',
    type = 'checkout.session.completed',
  }: { secret?: string; age?: number; id?: string; type?: string } = {},
): SignedEvent => {
  const object = { id: sessionId, object: 'checkout.session', payment_status: 'paid' }
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const timestamp = Math.floor(Date.now() / 1000) - age
  const { webhooks } = new Stripe(providerKeys.secretKey)
  return {
    body: Buffer.from(payload),
    header: webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  }
}
