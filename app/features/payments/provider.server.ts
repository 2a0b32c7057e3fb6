import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Env } from '~/server/env.ts'
import type { WaitOutside } from '~/server/http/render-lanes.ts'
import type { Log } from '~/server/log.ts'
import { createPaymentGateway, type PaymentGateway } from './stripe.server.ts'

/** The payment provider as this shop knows it. */
export interface PaymentProvider {
  readonly gateway: PaymentGateway
  /** Answers the practice pay page on our own origin; nothing in a real shop. */
  answerPayPage(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  close(): Promise<void>
}

/** Where a test's own payment simulator listens on this machine, for a shop that is none of the demo's. */
export interface ProviderForTests {
  readonly simulatorPort: number
}

interface PaymentProviderOptions {
  readonly env: Env
  readonly demo: boolean
  readonly log: Log
  readonly siteOrigin: string
  /** The shop's own port. */
  readonly port: number
  /** Handed to `open` by a test in the same process; no setting leads here (S11). */
  readonly providerForTests?: ProviderForTests | undefined
}

const webhookHost = (host: string) => {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

/** The payment simulator of a demo; its keys live as long as this process and are known to nobody else. */
const openSimulator = async (parts: PaymentProviderOptions): Promise<PaymentProvider> => {
  const { startPaymentSimulator } = await import('#payment-simulator/simulator.ts')
  const secretKey = `sk_test_practice_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_practice_${randomBytes(16).toString('hex')}`
  const provider = await startPaymentSimulator({
    secretKey,
    webhookSecret,
    webhookUrl: `http://${webhookHost(parts.env.HOST)}:${parts.port}/api/stripe/webhook`,
    payPageOrigin: parts.siteOrigin,
    stateFile: join(parts.env.DATA_DIR, 'practice.json'),
    log: parts.log,
  })
  return {
    gateway: createPaymentGateway({
      secretKey,
      webhookSecret,
      simulatorPort: provider.port,
      simulatorPageOrigin: parts.siteOrigin,
    }),
    answerPayPage: provider.handlePayPage,
    close: () => provider.close(),
  }
}

/**
 * A demo gets the payment simulator; a real shop the provider itself, whose address is not a setting (S11). `env` has
 * been judged before: a real shop has its keys, and a demo has none.
 */
export const openPaymentProvider = async (parts: PaymentProviderOptions): Promise<PaymentProvider> => {
  if (parts.demo) return openSimulator(parts)
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = parts.env
  const simulatorPort = parts.providerForTests?.simulatorPort ?? null
  if (simulatorPort !== null && secretKey.includes('_live_'))
    throw new Error('a live key is never used with the payment simulator')
  return {
    gateway: createPaymentGateway({ secretKey, webhookSecret, simulatorPort }),
    answerPayPage: async () => false,
    close: async () => {},
  }
}

/** The gateway for one request: while the provider is awaited, another request may be rendered. */
export const gatewayOutside = (gateway: PaymentGateway, waitOutside: WaitOutside): PaymentGateway => ({
  ...gateway,
  open: (...asked) => waitOutside(() => gateway.open(...asked)),
  session: (...asked) => waitOutside(() => gateway.session(...asked)),
  expire: (...asked) => waitOutside(() => gateway.expire(...asked)),
})
