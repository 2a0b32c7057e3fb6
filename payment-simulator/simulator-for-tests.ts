import { createServer } from 'node:http'
import { Stripe } from 'stripe'
import { onTestFinished, vi } from 'vitest'
import { demoTyped } from './pay-form.ts'
import { readBody } from './request-body.ts'
import { type SimulatorOptions, startPaymentSimulator } from './simulator.ts'

export const keys = { secretKey: 'sk_test_practice', webhookSecret: 'whsec_practice' }

/** Repeats until `check` no longer throws; the limit is long for busy machines. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000, interval: 10 })

/** Stands in for the shop's webhook until the test ends. */
export const startWebhook = async () => {
  const posts: { readonly body: string; readonly signature: string }[] = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const body = (await readBody(request, 1_000_000)) ?? ''
    posts.push({ body, signature: String(request.headers['stripe-signature']) })
    await webhook.gate
    response.writeHead(statuses.shift() ?? 200, { Location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const webhook = {
    url: `http://127.0.0.1:${port}/webhook`,
    posts,
    statuses,
    gate: Promise.resolve(),
    /** Received events, verified by the provider's package. */
    events: () => posts.map(({ body, signature }) => readEvent(body, signature)),
  }
  return webhook
}

/** Throws like the shop when signature or time is wrong. */
export const readEvent = (body: string, signature: string, secret = keys.webhookSecret): Stripe.Event =>
  createClient(1).webhooks.constructEvent(body, signature, secret)

export const createClient = (port: number, config: Partial<Stripe.StripeConfig> = {}): Stripe =>
  new Stripe(keys.secretKey, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
    ...config,
  })

export const startAll = async (options: Partial<SimulatorOptions> = {}) => {
  const webhook = await startWebhook()
  const log = { warn: () => {} }
  const simulator = await startPaymentSimulator({ ...keys, webhookUrl: webhook.url, log, ...options })
  onTestFinished(() => simulator.close())
  return { webhook, simulator, stripe: createClient(simulator.port) }
}
export type All = Awaited<ReturnType<typeof startAll>>

type CreateParams = Stripe.Checkout.SessionCreateParams

export const line = (name: string, unitAmount: number, quantity = 1, images: string[] = []) => ({
  quantity,
  metadata: { managementNumber: name },
  price_data: {
    currency: 'jpy',
    unit_amount: unitAmount,
    product_data: { name, metadata: { managementNumber: name }, ...(images.length > 0 ? { images } : {}) },
  },
})

/** Constant, since a reused key must repeat the same request. */
const inOneHour = Math.floor(Date.now() / 1000) + 3600

/** Two fabrics and shipping, 2,930 yen, as the shop asks; `more` overrides. */
export const order = (more: CreateParams = {}): CreateParams => ({
  mode: 'payment',
  locale: 'ja',
  adaptive_pricing: { enabled: false },
  allowed_payment_method_types: ['card'],
  line_items: [line('NS-001', 550, 3), line('NS-002', 880), line('shipping', 400)],
  success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://shop.test/all-products',
  client_reference_id: 'order-1',
  metadata: { from: 'react-cart', order_id: 'order-1' },
  payment_intent_data: { metadata: { order_id: 'order-1' } },
  shipping_address_collection: { allowed_countries: ['JP'] },
  phone_number_collection: { enabled: true },
  custom_text: {
    submit: { message: '返品は到着後7日以内。' },
    shipping_address: { message: '日本国内のみ。' },
  },
  expires_at: inOneHour,
  ...more,
})

/** Fails the test when the call succeeds. */
export const refusalOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}

/** Creates a session whose shop has the page's origin, and opens its page. */
export const openPage = async ({ simulator, stripe }: All, more: CreateParams = {}) => {
  const origin = `http://127.0.0.1:${simulator.port}`
  const session = await stripe.checkout.sessions.create(
    order({
      success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/all-products`,
      ...more,
    }),
  )
  const url = `${origin}/practice/pay/${session.id}`
  const get = () => fetch(url)
  const press = (change: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...demoTyped, press: 'pay', ...change }),
    })
  return { id: session.id, url, origin, get, press, success: `${origin}/success?session_id=${session.id}` }
}
