import { expect, test } from 'vitest'
import { eventually, order, readEvent, startAll, startWebhook } from './shop-for-tests.ts'

test('a payment sends one signed event, with the session as it then is', async () => {
  const { provider, stripe, webhook } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  await provider.pay(id)
  await provider.settled()
  const [event] = webhook.events()
  expect(webhook.posts).toHaveLength(1)
  expect(event).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { id: null, idempotency_key: null },
  })
  expect(event?.data.object).toEqual({ ...(await stripe.checkout.sessions.retrieve(id)) })
  expect(provider.events()).toMatchObject([{ id: event?.id, sessionId: id, state: 'delivered', attempts: 1 }])
})

test('the signature holds for these bytes and this secret only', async () => {
  const { provider, stripe, webhook } = await startAll()
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await provider.settled()
  const { body = '', signature = '' } = webhook.posts[0] ?? {}
  expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  expect(() => readEvent(`${body} `, signature)).toThrow()
  expect(() => readEvent(body, signature, 'whsec_other')).toThrow()
})

test('an event that is not accepted comes again, the same bytes, until it is', async () => {
  const { provider, stripe, webhook } = await startAll({ retryPausesMs: [5, 10, 15] })
  webhook.statuses.push(500, 302)
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await eventually(() => expect(provider.events()).toMatchObject([{ state: 'delivered', attempts: 3 }]))
  expect(new Set(webhook.posts.map(({ body }) => body)).size).toBe(1)
  expect(webhook.posts).toHaveLength(3)
})

test('after the last pause an event is given up', async () => {
  const { provider, stripe, webhook } = await startAll({ retryPausesMs: [1] })
  webhook.statuses.push(500, 500)
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await eventually(() => expect(provider.events()).toMatchObject([{ state: 'given_up', attempts: 2 }]))
})

test('a waiting event is tried on command, whatever its pause', async () => {
  const { provider, stripe, webhook } = await startAll({ retryPausesMs: [3600_000, 3600_000] })
  webhook.statuses.push(503, 503)
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await provider.settled()
  await provider.deliverNow()
  expect(provider.events()).toMatchObject([{ state: 'pending', attempts: 2 }])
  await provider.advanceClock(3600_000)
  expect(provider.events()).toMatchObject([{ state: 'delivered', attempts: 3 }])
})

test('an answer that does not come in time counts as none', async () => {
  const { provider, stripe, webhook } = await startAll({ deliveryTimeoutMs: 300, retryPausesMs: [5] })
  const gate = Promise.withResolvers<void>()
  webhook.gate = gate.promise
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await eventually(() => expect(webhook.posts.length).toBeGreaterThan(0))
  await eventually(() => expect(provider.events()).not.toMatchObject([{ attempts: 0 }]))
  gate.resolve()
})

test('events wait until there is an address, and then go there', async () => {
  const { provider, stripe } = await startAll({ webhookUrl: '' })
  await provider.pay((await stripe.checkout.sessions.create(order())).id)
  await provider.settled()
  expect(provider.events()).toMatchObject([{ state: 'pending', attempts: 0 }])
  const webhook = await startWebhook()
  provider.setWebhookUrl(webhook.url)
  await provider.settled()
  expect(webhook.events()).toHaveLength(1)
  expect(() => provider.setWebhookUrl('nowhere')).toThrow()
})
