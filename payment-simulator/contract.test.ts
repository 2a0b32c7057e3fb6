import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import type { Order } from '~/features/orders/types.ts'
import { sessionParameters } from '~/features/payments/session-parameters.rules.ts'
import { createPaymentGateway } from '~/features/payments/stripe.server.ts'
import { yen } from '~/kernel/money.ts'
import { orderForTests, orderLineForTests } from '../tests/support/order-for-tests.ts'
import description from './description/checkout-api.json' with { type: 'json' }
import { apiVersion } from './events.ts'
import { keys, order, startAll } from './simulator-for-tests.ts'

const { paths, components } = description
const sessions = paths['/v1/checkout/sessions']
const session = paths['/v1/checkout/sessions/{session}']
const bodyOf = (
  operation: typeof sessions.post | (typeof paths)['/v1/checkout/sessions/{session}/expire']['post'],
) => operation.requestBody.content['application/x-www-form-urlencoded'].schema
const queryOf = (operation: typeof sessions.get | typeof session.get): AnySchemaObject => ({
  type: 'object',
  properties: Object.fromEntries(
    operation.parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]),
  ),
  additionalProperties: false,
})
const schemas: Record<string, AnySchemaObject> = {
  'POST /v1/checkout/sessions': bodyOf(sessions.post),
  'GET /v1/checkout/sessions': queryOf(sessions.get),
  'GET /v1/checkout/sessions/{session}': queryOf(session.get),
  'POST /v1/checkout/sessions/{session}/expire': bodyOf(paths['/v1/checkout/sessions/{session}/expire'].post),
}

/** Texts in a request are never empty: the provider refuses what its description lets pass. */
const withoutEmptyTexts = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutEmptyTexts)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, value]) => [name, withoutEmptyTexts(value)])
  const isOpenText = 'type' in schema && schema.type === 'string' && !('enum' in schema)
  return Object.fromEntries(isOpenText ? [...members, ['minLength', 1]] : members)
}

const isWebAddress = (text: string) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
const requestRules = new Ajv2020({
  strict: false,
  coerceTypes: true,
  formats: { uri: isWebAddress, 'unix-time': true, decimal: true },
})
const compiled = Object.fromEntries(
  Object.entries(schemas).map(([address, schema]) => [
    address,
    requestRules.compile({ ...schema, components: withoutEmptyTexts(components) }),
  ]),
)

/** What the published description has to say against a request as it was decoded; null when it fits. */
const requestFaults = ({
  method,
  path,
  parameters,
}: {
  method: string
  path: string
  parameters: object
}) => {
  const fits = compiled[`${method} ${path.replace(/cs_test_\w+/, '{session}')}`]
  if (fits === undefined) return [{ instancePath: path, message: 'no such address' }]
  return fits(structuredClone(parameters)) ? null : fits.errors
}

/** The same for an object in an answer or an event. */
const answerFaults = (value: unknown, schema: string) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } })
  const fits = ajv.compile({ $ref: `#/components/schemas/${schema}`, components })
  return fits(value) ? null : fits.errors
}

const origin = 'https://shop.example'
const parametersOf = (parts: Partial<Order>, of = origin) =>
  sessionParameters(orderForTests({ sessionExpiresAt: Date.now() + 3600_000, ...parts }), of)

const inWords = (count: number) => '長い名前と説明。'.repeat(count)
const largestOrder = parametersOf({
  from: 'react-cart',
  lines: Array.from({ length: 99 }, (_, at) =>
    orderLineForTests({
      number: `F-${at}`,
      name: inWords(100),
      description: at % 2 ? '' : inWords(400),
      unitPrice: yen(at === 98 ? 0 : 1300),
      free: at === 98,
      imageUrl: at % 3 ? null : `${origin}/Image/${at}.svg`,
    }),
  ),
})

test('simulator, description and installed package have the same API version', () => {
  expect([apiVersion, description.info.version]).toEqual([Stripe.API_VERSION, Stripe.API_VERSION])
})

const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const each of pages) found.push(each)
  return found
}

test('our four requests fit the published description, and the simulator takes them', async () => {
  const { simulator } = await startAll()
  const gateway = createPaymentGateway({ ...keys, simulatorPort: simulator.port })
  const opened = await gateway.open(parametersOf({}), 'checkout:order-1:1', 10_000)
  expect(opened).toMatchObject({ kind: 'opened', session: { status: 'open', amountTotal: 3000 } })
  if (opened.kind !== 'opened') return
  expect(await gateway.open(largestOrder, 'checkout:order-2:1', 10_000)).toMatchObject({ kind: 'opened' })
  for (let at = 0; at < 99; at += 1) await gateway.open(parametersOf({}), `checkout:many:${at}`, 10_000)
  expect(await gateway.session(opened.session.sessionId)).toEqual(opened.session)
  expect(await gateway.expire(opened.session.sessionId)).toBe(true)
  expect(await gateway.expire(opened.session.sessionId)).toBe(false)
  expect(await gateway.session('cs_test_none')).toBeUndefined()
  expect(await all(gateway.sessionsSince(Date.now() - 60_000))).toHaveLength(101)
  expect(await all(gateway.sessionsSince(Date.now() + 60_000))).toEqual([])

  for (const request of simulator.requests()) expect(requestFaults(request)).toBeNull()
  expect(simulator.invalidRequests()).toEqual([])
  const kinds = simulator
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/cs_\w+/, '{session}')}`)
  expect([...new Set(kinds)].sort()).toEqual(Object.keys(schemas).sort())
  expect(simulator.requests().some(({ parameters }) => 'starting_after' in parameters)).toBe(true)
})

const productWith = (product: object) => ({
  line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: 1, product_data: product } }],
})

test.each([
  ['the removed payment_method_types', { payment_method_types: ['card'] }, 'payment_method_types'],
  ['an over-long text', { custom_text: { submit: { message: 'う'.repeat(1201) } } }, '/submit/message'],
  ['an empty text', { client_reference_id: '' }, '/client_reference_id'],
  ['an empty description', productWith({ name: 'a', description: '' }), '/description'],
  ['a picture of our own making', productWith({ name: 'a', images: ['data:,a'] }), '/images/0'],
  ['101 lines', { line_items: Array(101).fill({ price: 'price_1', quantity: 1 }) }, '/line_items'],
])('the check of our requests notices %s', (_, change, where) => {
  const parameters = { ...parametersOf({}), ...change }
  const found = requestFaults({ method: 'POST', path: '/v1/checkout/sessions', parameters })
  expect(JSON.stringify(found)).toContain(where)
})

/** The bare JSON at `path`, past the package that reads it. */
const fetchJson = async (port: number, path: string): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${keys.secretKey}`, 'Stripe-Version': apiVersion }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()
}

test('sessions in every state, every event and an error fit the description', async () => {
  const { simulator, stripe, webhook } = await startAll()
  const create = async () => (await stripe.checkout.sessions.create(order())).id
  const [, paid, coming, failing, expired] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  await simulator.pay(paid)
  await simulator.pay(coming, { waits: true })
  await simulator.pay(failing, { waits: true })
  await simulator.settlePayment(coming, 'succeeded')
  await simulator.settlePayment(failing, 'failed')
  await simulator.expire(expired)
  await simulator.settled()
  const list = await fetchJson(simulator.port, '/v1/checkout/sessions')
  const data = typeof list === 'object' && list !== null && 'data' in list ? list.data : []
  expect(data).toHaveLength(5)
  for (const each of Array.isArray(data) ? data : []) expect(answerFaults(each, 'Session')).toBeNull()
  expect(answerFaults({ ...Object(data)[0], amount_total: '100' }, 'Session')).not.toBeNull()

  const eventSchemas: Record<string, string> = {
    'checkout.session.completed': 'CheckoutSessionCompletedEvent',
    'checkout.session.async_payment_succeeded': 'CheckoutSessionAsyncPaymentSucceededEvent',
    'checkout.session.async_payment_failed': 'CheckoutSessionAsyncPaymentFailedEvent',
    'checkout.session.expired': 'CheckoutSessionExpiredEvent',
  }
  const events = webhook.posts.map(({ body }) => JSON.parse(body))
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventSchemas)))
  for (const event of events) expect(answerFaults(event, eventSchemas[event.type] ?? '')).toBeNull()
  expect(answerFaults(await fetchJson(simulator.port, '/v1/checkout/sessions/cs_none'), 'error')).toBeNull()
})
