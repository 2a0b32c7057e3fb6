import { Ajv2020 } from 'ajv/dist/2020.js'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { apiVersion } from './api-version.ts'
import description from './description/checkout-api.json' with { type: 'json' }
import { order, startAll } from './shop-for-tests.ts'

/** What the published description has to say against `value`; null when it fits. */
const faultsOf = (value: unknown, schema: string) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } })
  const fits = ajv.compile({ $ref: `#/components/schemas/${schema}`, components: description.components })
  return fits(value) ? null : fits.errors
}

/** The bare JSON at `path`, past the package that reads it. */
const fetchJson = async (port: number, path: string): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: 'Bearer sk_test_practice', 'Stripe-Version': apiVersion },
  })
  return response.json()
}

test('stand-in, description and installed package speak the same API version', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION)
  expect(description.info.version).toBe(Stripe.API_VERSION)
})

test('a session fits the description while open, when paid, when waiting and when expired', async () => {
  const { provider, stripe } = await startAll()
  const sessions = await Promise.all(
    ['open', 'paid', 'waiting', 'expired'].map((each) =>
      stripe.checkout.sessions.create(order({ metadata: { each } })),
    ),
  )
  const [, paid, waiting, expired] = sessions.map((session) => session.id)
  await provider.pay(paid ?? '')
  await provider.pay(waiting ?? '', { waits: true })
  await provider.expire(expired ?? '')
  for (const { id } of sessions) {
    expect(faultsOf(await fetchJson(provider.port, `/v1/checkout/sessions/${id}`), 'Session')).toBeNull()
  }
})

test('lines and errors fit the description', async () => {
  const { provider, stripe } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  const lines = await fetchJson(provider.port, `/v1/checkout/sessions/${id}/line_items`)
  expect(lines).toMatchObject({ object: 'list', has_more: false })
  const data = typeof lines === 'object' && lines !== null && 'data' in lines ? lines.data : []
  expect(data).toHaveLength(3)
  for (const each of Array.isArray(data) ? data : []) expect(faultsOf(each, 'LineItem')).toBeNull()
  expect(faultsOf(await fetchJson(provider.port, '/v1/checkout/sessions/cs_none'), 'error')).toBeNull()
})

test('every event fits the description', async () => {
  const { provider, stripe, webhook } = await startAll()
  const create = () => stripe.checkout.sessions.create(order())
  await provider.pay((await create()).id)
  for (const outcome of ['succeeded', 'failed'] as const) {
    const { id } = await create()
    await provider.pay(id, { waits: true })
    await provider.settlePayment(id, outcome)
  }
  await provider.expire((await create()).id)
  await provider.settled()
  const events = webhook.posts.map(({ body }) => JSON.parse(body))
  const schemas: Record<string, string> = {
    'checkout.session.completed': 'CheckoutSessionCompletedEvent',
    'checkout.session.async_payment_succeeded': 'CheckoutSessionAsyncPaymentSucceededEvent',
    'checkout.session.async_payment_failed': 'CheckoutSessionAsyncPaymentFailedEvent',
    'checkout.session.expired': 'CheckoutSessionExpiredEvent',
  }
  expect(new Set(events.map((event) => event.type))).toEqual(new Set(Object.keys(schemas)))
  for (const event of events) expect(faultsOf(event, schemas[event.type] ?? '')).toBeNull()
})

test('the checks of this file notice a wrong shape', async () => {
  const { provider, stripe } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  const session = await fetchJson(provider.port, `/v1/checkout/sessions/${id}`)
  expect(faultsOf({ ...Object(session), amount_total: '100' }, 'Session')).not.toBeNull()
})
