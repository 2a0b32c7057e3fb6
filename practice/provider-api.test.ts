import { request } from 'node:http'
import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { createClient, line, order, refusalOf, startAll, startProvider } from './shop-for-tests.ts'

describe('who may call', () => {
  test('a call without the right key is refused with 401, and recorded', async () => {
    const provider = await startProvider()
    const stranger = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: provider.port,
      protocol: 'http',
      maxNetworkRetries: 0,
    })
    const error = await refusalOf(stranger.checkout.sessions.create(order()))
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.message).not.toContain('sk_test_other')
    expect(provider.invalidRequests()).toHaveLength(1)
    expect(provider.sessions()).toHaveLength(0)
  })

  test('a call in another API version is refused', async () => {
    const { provider, stripe } = await startAll()
    const call = stripe.checkout.sessions.create(order(), { apiVersion: '2024-06-20' })
    expect((await refusalOf(call)).message).toContain('2026-10-28.endive')
    expect(provider.invalidRequests()).toMatchObject([{ apiVersion: '2024-06-20' }])
  })

  test('an address that the provider does not have is a 404', async () => {
    const { provider, stripe } = await startAll()
    expect((await refusalOf(stripe.customers.create({ name: 'a' }))).statusCode).toBe(404)
    expect(provider.invalidRequests()).toHaveLength(1)
  })

  test('JSON, a body without end and an over-long key are refused', async () => {
    const { provider, stripe } = await startAll()
    const post = (headers: Record<string, string>, body: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      request({ host: '127.0.0.1', port: provider.port, path: '/v1/checkout/sessions', method: 'POST' })
        .setHeaders(
          new Headers({
            Authorization: 'Bearer sk_test_practice',
            'Stripe-Version': Stripe.API_VERSION,
            ...headers,
          }),
        )
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end(body)
      return promise
    }
    expect(await post({ 'Content-Type': 'application/json' }, '{"mode":"payment"}')).toBe(400)
    expect(await post({ 'Content-Type': 'application/x-www-form-urlencoded' }, 'a'.repeat(2_000_000))).toBe(
      400,
    )
    const long = stripe.checkout.sessions.create(order(), { idempotencyKey: 'k'.repeat(256) })
    expect((await refusalOf(long)).statusCode).toBe(400)
    expect(provider.invalidRequests()).toHaveLength(3)
  })
})

describe('a good request', () => {
  test('makes an open session as asked for', async () => {
    const { provider, stripe } = await startAll({ payPageOrigin: 'http://shop.test' })
    const session = await stripe.checkout.sessions.create(order())
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_subtotal: 2930,
      amount_total: 2930,
      currency: 'jpy',
      livemode: false,
      client_reference_id: 'order-1',
      metadata: { from: 'react-cart', order_id: 'order-1' },
      customer_details: null,
      collected_information: null,
      payment_intent: null,
      success_url: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://shop.test/all-products',
      url: `http://shop.test/practice/pay/${session.id}`,
    })
    expect(session.id).toMatch(/^cs_test_\w{58}$/)
    expect(session.expires_at - session.created).toBe(24 * 3600)
    expect(session.lastResponse.headers).toHaveProperty('request-id')
    expect(provider.invalidRequests()).toEqual([])
    expect(provider.requests()).toMatchObject([
      { method: 'POST', status: 200, problem: null, parameters: { metadata: { order_id: 'order-1' } } },
    ])
  })

  test('may have a hundred lines, a free line, and texts up to their limits', async () => {
    const { provider, stripe } = await startAll()
    const lines = Array.from({ length: 99 }, (_, at) => line(`NS-${at}`, 100))
    await stripe.checkout.sessions.create(order({ line_items: [...lines, line('KIT-1', 0)] }))
    const longest = { name: 'あ'.repeat(5000), description: 'い'.repeat(40_000) }
    const price_data = { currency: 'jpy', unit_amount: 550, product_data: longest }
    await stripe.checkout.sessions.create(order({ line_items: [{ quantity: 1, price_data }] }))
    await stripe.checkout.sessions.create(order({ custom_text: { submit: { message: 'う'.repeat(1200) } } }))
    expect(provider.invalidRequests()).toEqual([])
  })
})

test('the package as the shop sets it up needs nothing of the stand-in that the real one does not give', async () => {
  const { provider } = await startAll()
  const stripe = createClient(provider.port, { maxNetworkRetries: 2 })
  const { id } = await stripe.checkout.sessions.create(order(), { idempotencyKey: 'checkout:order-1:1' })
  expect((await stripe.checkout.sessions.retrieve(id)).id).toBe(id)
  expect(provider.requests().map((each) => each.idempotencyKey)).toEqual(['checkout:order-1:1', null])
})
