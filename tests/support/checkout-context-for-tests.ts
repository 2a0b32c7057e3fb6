import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { shopSettings } from '#settings'
import type { CheckoutContext } from '../../app/features/checkout/checkout-context.server.ts'
import { createPaymentGateway } from '../../app/features/payments/stripe.server.ts'
import { silentLog } from '../../app/server/log.ts'
import { createCallCounter } from '../../app/server/rate-limit.ts'
import type { Schema } from '../../db/schema.ts'

/** The address of the shop under test. */
export const shopOrigin = 'https://shop.example'
/** Keys of the payment simulator in tests. */
export const providerKeys = { secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' }

/** What checkout needs, on `db` and the provider at `simulatorPort`; `now` in epoch ms. */
export const checkoutContextForTests = (
  db: Kysely<Schema>,
  simulatorPort: number,
  now: () => number,
): CheckoutContext => ({
  db,
  now,
  newId: randomUUID,
  log: silentLog,
  settings: shopSettings,
  siteOrigin: shopOrigin,
  ownerEmail: 'owner@shop.example',
  practice: false,
  reached: () => {},
  gateway: createPaymentGateway({ ...providerKeys, simulatorPort }),
  calls: createCallCounter(),
  wakeMail: () => {},
})
