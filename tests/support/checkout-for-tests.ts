import type { Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { type PaymentSimulator, startPaymentSimulator } from '#payment-simulator/simulator.ts'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { takeWebhook } from '../../app/features/orders/webhook/webhook.server.ts'
import { putProducts } from '../../app/features/products/commands.server.ts'
import { silentLog } from '../../app/server/log.ts'
import type { Schema } from '../../db/schema.ts'
import { checkoutContextForTests, providerKeys } from './checkout-context-for-tests.ts'
import { listenForPosts } from './event-listener.ts'
import { fabricForTests } from './sample-products.ts'

/** A shop with its own payment simulator, without pages: checkout, webhook and jobs over real HTTP. */
export interface CheckoutShop {
  readonly ctx: PaymentContext
  readonly provider: PaymentSimulator
  /** Where the provider's events are posted. */
  readonly webhookUrl: string
  /** Moves the clocks of the shop and of the provider forward by `ms`. */
  advance(ms: number): Promise<void>
}

/** Four fabrics and three kits, published, and one fabric that is not. */
export const storeProducts = (db: Kysely<Schema>): Promise<unknown> =>
  db
    .transaction()
    .execute((trx) =>
      putProducts(trx, Date.now(), [
        fabricForTests({ number: 'F-330' }),
        fabricForTests({ number: 'F-1100', name: '麻の葉', priceText: '1100' }),
        fabricForTests({ number: 'F-4400', name: 'リネン 生成り', priceText: '4400' }),
        fabricForTests({ number: 'F-NONE', priceText: '応相談' }),
        fabricForTests({ number: 'F-HIDDEN', status: '非公開' }),
        ...['K-1', 'K-2', 'K-3'].map((number) =>
          fabricForTests({ number, name: `キット ${number}`, type: 'kit', priceText: '1500' }),
        ),
      ]),
    )

/** Opens such a shop on `db` for one test; `parts` overrides its context. */
export const openCheckoutShop = async (
  db: Kysely<Schema>,
  parts: Partial<PaymentContext> = {},
): Promise<CheckoutShop> => {
  let ahead = 0
  const provider = await startPaymentSimulator({
    ...providerKeys,
    webhookUrl: '',
    log: silentLog,
    redirectWaitMs: 5_000,
    retryPausesMs: [60_000],
  })
  const ctx = { ...checkoutContextForTests(db, provider.port, () => Date.now() + ahead), ...parts }
  const events = await listenForPosts(async (_path, body, { headers }) => ({
    status: await takeWebhook(ctx, body, String(headers['stripe-signature'] ?? '')),
  }))
  provider.setWebhookUrl(events.url)
  onTestFinished(async () => {
    provider.faults.clear()
    await provider.settled()
    await provider.close()
    events.close()
  })
  return {
    ctx,
    provider,
    webhookUrl: events.url,
    advance: async (ms) => {
      ahead += ms
      await provider.advanceClock(ms)
      await provider.settled()
    },
  }
}
