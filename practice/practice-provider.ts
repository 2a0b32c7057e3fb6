import { startDelivery } from './event-delivery.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { listenOnLoopback } from './loopback-server.ts'
import { createMisbehaviour } from './misbehaviour.ts'
import { createPayPage } from './pay-page.ts'
import { createClock } from './practice-clock.ts'
import { createApi } from './provider-api.ts'
import { createDesk } from './provider-desk.ts'
import { type PracticeProvider, type PracticeProviderOptions, usualSettings } from './provider-shape.ts'
import { createRequestRecord } from './recorded-requests.ts'
import { createSessionLife } from './session-life.ts'
import { createOperations } from './session-operations.ts'
import { openState } from './state-file.ts'

export type { PracticeProvider, PracticeProviderOptions } from './provider-shape.ts'

const sweepEveryMs = 30_000

/**
 * Starts the payment provider's stand-in: its API on 127.0.0.1, its pay page through `handlePayPage`, its signed events
 * to `webhookUrl`. It takes no real money and speaks only yen. Rejects when the port or the state file cannot be had.
 */
export const startPracticeProvider = async (given: PracticeProviderOptions): Promise<PracticeProvider> => {
  const options = { ...usualSettings, now: Date.now, ...given }
  const kept = await openState(options.stateFile, options.log)
  const clock = createClock(options.now, kept.state.clockAheadMs)
  const delivery = startDelivery(kept, clock, options, options.log)
  const { switches, faults } = createMisbehaviour(() => delivery.amend())
  let port = 0
  const payPageOrigin = () => options.payPageOrigin ?? `http://127.0.0.1:${port}`
  const life = createSessionLife(kept, clock, delivery, faults, payPageOrigin)
  const record = createRequestRecord()
  const handlePayPage = createPayPage({
    life,
    delivery,
    faults,
    kept,
    payPageOrigin,
    redirectWaitMs: options.redirectWaitMs,
  })
  const desk = createDesk({ kept, clock, life, delivery, record, payPageOrigin })

  let description: ReturnType<typeof loadDescription> | undefined
  const api = createApi({
    secretKey: options.secretKey,
    kept,
    clock,
    record,
    faults,
    keys: createIdempotencyKeys(kept, clock, options.idempotencyKeepMs),
    doRequest: createOperations(life, clock, payPageOrigin),
    requestCheck: () => {
      description ??= loadDescription()
      return description
    },
    payFirst: async (sessionId) => {
      await desk.pay(sessionId)
      await delivery.accepted(sessionId, options.redirectWaitMs)
    },
  })

  delivery.setWebhookUrl(options.webhookUrl)
  const server = await listenOnLoopback(options.port ?? 0, options.log, {
    api,
    handlePayPage,
    control: options.control ? { desk, switches } : undefined,
  }).catch(async (error: unknown) => {
    await delivery.close()
    throw error
  })
  port = server.port
  const sweep = setInterval(() => life.all(), sweepEveryMs).unref()
  return {
    ...desk,
    port,
    handlePayPage,
    misbehave: switches,
    close: async () => {
      clearInterval(sweep)
      await server.close()
      await delivery.close()
      await kept.saved()
    },
  }
}

const loadDescription = async () => {
  const { createRequestCheck } = await import('./request-description.ts')
  return createRequestCheck()
}
