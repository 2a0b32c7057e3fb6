import type { Kysely } from 'kysely'
import type { PaymentContext } from '~/features/orders/payment/commands.server.ts'
import { createPaymentGateway } from '../../app/features/orders/payment/stripe.server.ts'
import type { Schema } from '../../db/schema.ts'
import { servicesForTests } from './services-for-tests.ts'

/** Keys of the payment simulator in tests. */
export const providerKeys = { secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' }

/** What checkout needs, on `db` and the provider at `simulatorPort`; `now` in epoch ms. */
export const checkoutContextForTests = (
  db: Kysely<Schema>,
  simulatorPort: number,
  now: () => number,
): PaymentContext => ({
  ...servicesForTests(db),
  now,
  clientsShareAddress: false,
  gateway: createPaymentGateway({ ...providerKeys, simulatorPort }),
})
