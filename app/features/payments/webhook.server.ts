import { recordPayment } from '~/features/orders/payment.commands.server.ts'
import { errorFields } from '~/server/log.ts'
import type { PaymentContext } from './page.commands.server.ts'

/** What the provider is answered: taken in (200), not signed by it or no event (400), or send it again later (503). */
export type WebhookAnswer = 200 | 400 | 503

const fetchLimitMs = 8_000

/**
 * Takes in one post of the provider (payments A5.3-A5.5, S8): signature over the raw bytes first, then the session as it
 * is now, whatever the event says of it, then everything in one transaction. 200 only after its commit.
 */
export const takeWebhook = async (
  ctx: PaymentContext,
  body: Buffer,
  signature: string | null,
): Promise<WebhookAnswer> => {
  const event = await ctx.gateway.verifiedEvent(body, signature)
  if (event === undefined) {
    ctx.log.warn('a webhook without a good signature was refused')
    return 400
  }
  if (event === 'no-event') {
    ctx.log.warn('a webhook with a good signature holds no event and was refused')
    return 400
  }
  if (event === 'not-ours') return 200
  ctx.reached('event verified')
  const log = ctx.log.with({ event: event.id, type: event.type, session: event.sessionId })
  try {
    const report = await ctx.gateway.session(event.sessionId, fetchLimitMs)
    if (report === undefined) {
      log.error('the provider does not know the session of its own event', { alarm: true })
      return 503
    }
    ctx.reached('session fetched')
    const actor = { kind: 'system', name: 'payment-webhook' } as const
    const outcome = await recordPayment({ ...ctx, log }, actor, {
      report,
      event,
      livemode: ctx.gateway.livemode,
    })
    log.info('webhook taken in', { outcome })
    ctx.wakeMail()
    return 200
  } catch (error) {
    log.error('a webhook could not be taken in', errorFields(error))
    return 503
  }
}
