import { expect, test } from 'vitest'
import { type All, eventually, order, readEvent, startAll, startWebhook } from './simulator-for-tests.ts'

const payNew = async ({ simulator, stripe }: All): Promise<string> => {
  const { id } = await stripe.checkout.sessions.create(order())
  await simulator.pay(id)
  return id
}

test('a payment sends one signed event, with the session as it then is', async () => {
  const all = await startAll()
  const id = await payNew(all)
  await all.simulator.settled()
  const [event] = all.webhook.events()
  expect(event).toMatchObject({ type: 'checkout.session.completed', livemode: false })
  expect(event?.data.object).toEqual({ ...(await all.stripe.checkout.sessions.retrieve(id)) })
  expect(all.simulator.events()).toMatchObject([
    { id: event?.id, sessionId: id, state: 'delivered', attempts: 1 },
  ])
  const { body = '', signature = '' } = all.webhook.posts[0] ?? {}
  expect(signature).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/)
  expect(() => readEvent(`${body} `, signature)).toThrow()
  expect(() => readEvent(body, signature, 'whsec_other')).toThrow()
})

test('an event that is not accepted comes again, the same bytes, until it is', async () => {
  const all = await startAll({ retryPausesMs: [5, 10, 15] })
  all.webhook.statuses.push(500, 302)
  await payNew(all)
  await eventually(() => expect(all.simulator.events()).toMatchObject([{ state: 'delivered', attempts: 3 }]))
  expect(new Set(all.webhook.posts.map(({ body }) => body)).size).toBe(1)
  expect(all.webhook.posts).toHaveLength(3)
})

test('after the last pause an event is given up', async () => {
  const all = await startAll({ retryPausesMs: [1] })
  all.webhook.statuses.push(500, 500)
  await payNew(all)
  await eventually(() => expect(all.simulator.events()).toMatchObject([{ state: 'given_up', attempts: 2 }]))
})

test('a waiting event is tried on command, whatever its pause', async () => {
  const all = await startAll({ retryPausesMs: [3600_000, 3600_000] })
  all.webhook.statuses.push(503, 503)
  await payNew(all)
  await all.simulator.settled()
  await all.simulator.deliverNow()
  expect(all.simulator.events()).toMatchObject([{ state: 'pending', attempts: 2 }])
  await all.simulator.advanceClock(1000)
  expect(all.simulator.events()).toMatchObject([{ state: 'delivered', attempts: 3 }])
})

test('events wait until there is an address, and then go there', async () => {
  const all = await startAll({ webhookUrl: '' })
  await payNew(all)
  await all.simulator.settled()
  expect(all.simulator.events()).toMatchObject([{ state: 'pending', attempts: 0 }])
  const webhook = await startWebhook()
  all.simulator.setWebhookUrl(webhook.url)
  await all.simulator.settled()
  expect(webhook.events()).toHaveLength(1)
})
