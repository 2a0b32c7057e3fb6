import { type PaymentContext, recordPayment } from '~/features/orders/payment/commands.server.ts'
import type { PaymentEvent, ProviderEvent } from '~/features/orders/payment/types.ts'
import { refreshRefunds } from '~/features/orders/refund/commands.server.ts'
import { refreshDispute } from '~/features/orders/refund/disputes.commands.server.ts'
import { timeLimits } from '~/features/orders/time-limits.rules.ts'
import type { Actor } from '~/kernel/actor.ts'
import { errorFields } from '~/server/log.ts'

/** Accepted (200), bad signature or no event (400), to be sent again (503). */
export type WebhookStatus = 200 | 400 | 503

const webhook: Actor = { kind: 'system', name: 'payment-webhook' }

const subjectOf = (event: ProviderEvent): Record<string, string> => {
  if (event.about === 'session') return { session: event.sessionId }
  if (event.about === 'refunds') return { payment: event.paymentIntent }
  return event.about === 'dispute' ? { dispute: event.disputeId } : {}
}

const takeEvent = (ctx: PaymentContext, event: ProviderEvent): Promise<string> | string => {
  if (event.about === 'session') return takePaymentEvent(ctx, event)
  if (event.about === 'refunds') return refreshRefunds(ctx, webhook, event.paymentIntent, event)
  return event.about === 'dispute' ? refreshDispute(ctx, webhook, event) : event.about
}

const takePaymentEvent = async (ctx: PaymentContext, event: PaymentEvent): Promise<string> => {
  const report = await ctx.gateway.session(event.sessionId, timeLimits.webhookFetch)
  return report === undefined ? 'unknown-session' : recordPayment(ctx, webhook, report, event)
}

/** Checks the signature over the raw bytes, then fetches the present state; 200 only after the commit (S8, M3, M11). */
export const takeWebhook = async (
  ctx: PaymentContext,
  body: Buffer,
  signature: string | null,
): Promise<WebhookStatus> => {
  const event = await ctx.gateway.verifiedEvent(body, signature)
  if (event === undefined) {
    // Anybody can send one, so it is counted and no alarm (N27).
    ctx.log.warn('a webhook without a good signature was refused')
    return 400
  }
  if (event === 'no-event') {
    ctx.log.warn('a webhook with a good signature holds no event and was refused')
    return 400
  }
  const log = ctx.log.with({ event: event.id, type: event.type, ...subjectOf(event) })
  try {
    const outcome = await takeEvent({ ...ctx, log }, event)
    if (outcome === 'unknown-session') {
      log.error('the provider does not know the session of its own event', { alarm: true })
      return 503
    }
    log.info('webhook taken in', { outcome })
    return 200
  } catch (error) {
    log.error('a webhook could not be taken in', errorFields(error))
    return 503
  }
}
