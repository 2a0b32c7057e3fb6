import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { href } from '~/href.ts'
import type { Env } from '~/server/env.ts'
import type { WaitOutside } from '~/server/http/render-lanes.ts'
import type { Log } from '~/server/log.ts'
import { samplePayments } from './queries.server.ts'
import { createPaymentGateway, type PaymentGateway } from './stripe.server.ts'

export interface PaymentProvider {
  readonly gateway: PaymentGateway
  /** False for paths other than a demo's practice page. */
  answerPayPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /** Tells a demo's simulator of the sample orders' payments. */
  learnPayments(db: Kysely<Schema>): Promise<void>
  close(): Promise<void>
}

export interface ProviderForTests {
  readonly simulatorPort: number
}

interface PaymentProviderOptions {
  readonly env: Env
  readonly demo: boolean
  readonly log: Log
  readonly siteOrigin: string
  readonly port: number
  /** Only for tests in the same process; cannot be set by settings (S11). */
  readonly providerForTests?: ProviderForTests | undefined
}

const webhookHost = (host: string) => {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const openSimulator = async (parts: PaymentProviderOptions): Promise<PaymentProvider> => {
  const { startPaymentSimulator } = await import('#payment-simulator/simulator.ts')
  const secretKey = `sk_test_practice_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_practice_${randomBytes(16).toString('hex')}`
  const simulator = await startPaymentSimulator({
    secretKey,
    webhookSecret,
    webhookUrl: `http://${webhookHost(parts.env.HOST)}:${parts.port}${href('/api/stripe/webhook')}`,
    payPageOrigin: parts.siteOrigin,
    stateFile: join(parts.env.DATA_DIR, 'practice.sqlite'),
    formerStateFile: join(parts.env.DATA_DIR, 'practice.json'),
    mostRequests: 0,
    log: parts.log,
  })
  return {
    gateway: createPaymentGateway({
      secretKey,
      webhookSecret,
      simulatorPort: simulator.port,
      simulatorPageOrigin: parts.siteOrigin,
    }),
    answerPayPage: simulator.handlePayPage,
    learnPayments: async (db) => {
      for (const payment of await samplePayments(db)) simulator.learnPayment(payment)
    },
    close: () => simulator.close(),
  }
}

/** The simulator for a demo, else the provider, whose address is not a setting (S11). */
export const openPaymentProvider = async (parts: PaymentProviderOptions): Promise<PaymentProvider> => {
  if (parts.demo) return openSimulator(parts)
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = parts.env
  const simulatorPort = parts.providerForTests?.simulatorPort ?? null
  if (simulatorPort !== null && secretKey.includes('_live_'))
    throw new Error('a live key is never used with the payment simulator')
  return {
    gateway: createPaymentGateway({ secretKey, webhookSecret, simulatorPort }),
    answerPayPage: async () => false,
    learnPayments: async () => {},
    close: async () => {},
  }
}

/** For one request: others may be rendered while it waits for the provider. */
export const gatewayOutside = (gateway: PaymentGateway, waitOutside: WaitOutside): PaymentGateway => ({
  ...gateway,
  open: (...args) => waitOutside(() => gateway.open(...args)),
  session: (...args) => waitOutside(() => gateway.session(...args)),
  expire: (...args) => waitOutside(() => gateway.expire(...args)),
  sessionOfPayment: (...args) => waitOutside(() => gateway.sessionOfPayment(...args)),
  refund: (...args) => waitOutside(() => gateway.refund(...args)),
  refundsOf: (...args) => waitOutside(() => gateway.refundsOf(...args)),
  dispute: (...args) => waitOutside(() => gateway.dispute(...args)),
})
