import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { onTestFinished, vi } from 'vitest'
import { quietLog } from './practice-log.ts'
import {
  type PracticeProvider,
  type PracticeProviderOptions,
  startPracticeProvider,
} from './practice-provider.ts'
import { readBody } from './read-body.ts'

export const secretKey = 'sk_test_practice'
export const webhookSecret = 'whsec_practice'

/** Waits until `check` no longer throws; long, for a busy machine, and over as soon as it can be. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 })

/** A post to the webhook as it came. */
export interface Post {
  readonly body: string
  readonly signature: string
}

/** A listener in the place of the shop's webhook. */
export interface Webhook {
  readonly url: string
  /** Every post, in the order of arrival. */
  readonly posts: Post[]
  /** The events among them, checked with the provider's own package. */
  events(): Stripe.Event[]
  /** What the next posts are answered; 200 when it runs out. */
  readonly statuses: number[]
  /** Awaited before each answer. */
  gate: Promise<void>
}

/** Listens for events on a port of its own until the test is over. */
export const startWebhook = async (): Promise<Webhook> => {
  const posts: Post[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const body = (await readBody(request, 1_000_000)) ?? ''
    posts.push({ body, signature: String(request.headers['stripe-signature']) })
    await webhook.gate
    response.writeHead(statuses.shift() ?? 200).end()
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const webhook: Webhook = {
    url: `http://127.0.0.1:${port}/webhook`,
    posts,
    events: () => posts.map(({ body, signature }) => readEvent(body, signature)),
    statuses,
    gate: Promise.resolve(),
  }
  return webhook
}

/** The event in a post; throws as the shop would when the signature or the time is wrong. */
export const readEvent = (body: string, signature: string, secret = webhookSecret): Stripe.Event =>
  createClient(1).webhooks.constructEvent(body, signature, secret)

/** The provider's own package, pointed at the stand-in. */
export const createClient = (port: number, config: Partial<Stripe.StripeConfig> = {}): Stripe =>
  new Stripe(secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
    ...config,
  })

/** What every provider of the tests is started with. */
export const usualOptions = {
  secretKey,
  webhookSecret,
  webhookUrl: '',
  log: quietLog,
  redirectWaitMs: 10_000,
}

/** A provider for one test. */
export const startProvider = async (
  options: Partial<PracticeProviderOptions> = {},
): Promise<PracticeProvider> => {
  const provider = await startPracticeProvider({ ...usualOptions, ...options })
  onTestFinished(() => provider.close())
  return provider
}

/** Provider, client and webhook for one test. */
export const startAll = async (options: Partial<PracticeProviderOptions> = {}) => {
  const webhook = await startWebhook()
  const provider = await startProvider({ webhookUrl: webhook.url, ...options })
  return { webhook, provider, stripe: createClient(provider.port) }
}

type CreateParams = Stripe.Checkout.SessionCreateParams

/** A line of an order, in yen. */
export const line = (
  name: string,
  unitAmount: number,
  quantity = 1,
): Stripe.Checkout.SessionCreateParams.LineItem => ({
  quantity,
  metadata: { managementNumber: name },
  price_data: {
    currency: 'jpy',
    unit_amount: unitAmount,
    product_data: { name, metadata: { managementNumber: name } },
  },
})

/** Two fabrics and the shipping, asked for as the shop asks. `more` goes over it. */
export const order = (more: CreateParams = {}): CreateParams => ({
  mode: 'payment',
  locale: 'ja',
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: ['card'],
  line_items: [line('NS-001', 550, 3), line('NS-002', 880), { ...line('shipping', 400) }],
  success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/all-products',
  client_reference_id: 'order-1',
  metadata: { from: 'react-cart', order_id: 'order-1' },
  payment_intent_data: { metadata: { order_id: 'order-1' } },
  shipping_address_collection: { allowed_countries: ['JP'] },
  phone_number_collection: { enabled: true },
  custom_text: { submit: { message: 'お届けは3〜5営業日です。' } },
  ...more,
})

/** The refusal that a call ends with; fails the test when it ends well. */
export const refusalOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}
