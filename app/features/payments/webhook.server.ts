import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import { errorFields } from '~/server/log.ts'
import { type PaymentContext, recordPayment } from './commands.server.ts'

/** Taken in (200), not signed or no event (400), or to be sent again later (503). */
export type WebhookStatus = 200 | 400 | 503

/** Signature over the raw bytes first, then the session as it is now; 200 only after the commit (S8, M3). */
export const takeWebhook = async (
  ctx: PaymentContext,
  body: Buffer,
  signature: string | null,
): Promise<WebhookStatus> => {
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
  const log = ctx.log.with({ event: event.id, type: event.type, session: event.sessionId })
  try {
    const report = await ctx.gateway.session(event.sessionId, timeLimits.webhookFetch)
    if (report === undefined) {
      log.error('the provider does not know the session of its own event', { alarm: true })
      return 503
    }
    const actor = { kind: 'system', name: 'payment-webhook' } as const
    const outcome = await recordPayment({ ...ctx, log }, actor, report, event)
    log.info('webhook taken in', { outcome })
    ctx.wakeMail()
    return 200
  } catch (error) {
    log.error('a webhook could not be taken in', errorFields(error))
    return 503
  }
}
