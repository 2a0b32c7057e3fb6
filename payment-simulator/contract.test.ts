import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { sessionParameters } from '~/features/orders/payment/session-parameters.rules.ts'
import { createPaymentGateway } from '~/features/orders/payment/stripe.server.ts'
import type { Order } from '~/features/orders/types.ts'
import { yen } from '~/kernel/money.ts'
import { orderForTests, orderLineForTests } from '../tests/support/order-for-tests.ts'
import description from './description/checkout-api.json' with { type: 'json' }
import { apiVersion } from './events.ts'
import { keys, line, order, startAll } from './simulator-for-tests.ts'

const { paths, components } = description
const sessions = paths['/v1/checkout/sessions']
const session = paths['/v1/checkout/sessions/{session}']
const bodyOf = (
  operation: typeof sessions.post | (typeof paths)['/v1/checkout/sessions/{session}/expire']['post'],
) => operation.requestBody.content['application/x-www-form-urlencoded'].schema
const queryOf = (operation: {
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string; readonly schema: object }>
}): AnySchemaObject => ({
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
  'GET /v1/checkout/sessions/{session}/line_items': queryOf(
    paths['/v1/checkout/sessions/{session}/line_items'].get,
  ),
  'POST /v1/refunds':
    paths['/v1/refunds'].post.requestBody.content['application/x-www-form-urlencoded'].schema,
  'GET /v1/payment_intents/{intent}': queryOf(paths['/v1/payment_intents/{intent}'].get),
  'GET /v1/refunds': queryOf(paths['/v1/refunds'].get),
  'GET /v1/disputes': queryOf(paths['/v1/disputes'].get),
  'GET /v1/disputes/{dispute}': queryOf(paths['/v1/disputes/{dispute}'].get),
}

/** As the description writes it. */
const addressOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path
    .replace(/cs_test_\w+/, '{session}')
    .replace(/du_\w+/, '{dispute}')
    .replace(/pi_\w+/, '{intent}')}`

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
  const fits = compiled[addressOf({ method, path })]
  if (fits === undefined) return [{ instancePath: path, message: 'no such address' }]
  return fits(structuredClone(parameters)) ? null : fits.errors
}

const answerRules = new Ajv2020({ strict: false, allErrors: true, formats: { decimal: true } })
answerRules.addSchema({ components }, 'answers')

/** The same for an object in an answer or an event. */
const answerFaults = (value: unknown, schema: string) => {
  const fits = answerRules.getSchema(`answers#/components/schemas/${schema}`)
  if (fits === undefined) return [{ instancePath: schema, message: 'no such schema' }]
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

test('our requests fit the published description, and the simulator takes them', async () => {
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
  const { sessionId } = opened.session
  expect((await gateway.sessionOfOrder(sessionId))?.lines).toHaveLength(3)
  expect(await gateway.sessionOfPayment('pi_none')).toBeUndefined()
  expect(await gateway.refundsOf('pi_none')).toEqual([])
  expect(await all(gateway.refundsSince(Date.now() - 60_000))).toEqual([])
  expect(await all(gateway.disputesSince(Date.now() - 60_000))).toEqual([])
  expect(await gateway.dispute('du_none')).toBeUndefined()
  expect(await gateway.feeOf('pi_none')).toBeUndefined()
  const none = { id: 'refund-1', paymentIntent: 'pi_none', amount: 100, orderId: 'order-1' }
  expect(await gateway.refund(none)).toMatchObject({ kind: 'refused', code: 'resource_missing' })

  for (const request of simulator.requests()) expect(requestFaults(request)).toBeNull()
  expect(simulator.invalidRequests()).toEqual([])
  const kinds = simulator.requests().map(addressOf)
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

/** The list at `path`, each of whose objects must fit `schema`. */
const listThatFits = async (port: number, path: string, schema: string): Promise<unknown[]> => {
  const list = Object(await fetchJson(port, path))
  const data: unknown[] = Array.isArray(list.data) ? list.data : []
  for (const each of data) expect(answerFaults(each, schema)).toBeNull()
  return data
}

test('lines, refunds and disputes in every state, and their events, fit the description', async () => {
  const { simulator, stripe, webhook } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  await simulator.pay(id)
  const refund = await simulator.refund(id, { amount: 930, status: 'pending' })
  for (const status of ['requires_action', 'succeeded', 'failed'] as const)
    await simulator.changeRefund(refund, status)
  await simulator.refund(id)
  const dispute = await simulator.dispute(id)
  for (const status of ['under_review', 'won', 'lost'] as const)
    await simulator.changeDispute(dispute, status)
  await simulator.settled()

  const { port } = simulator
  expect(await listThatFits(port, `/v1/checkout/sessions/${id}/line_items`, 'LineItem')).toHaveLength(3)
  expect(await listThatFits(port, '/v1/refunds', 'Refund')).toHaveLength(2)
  const [listed] = await listThatFits(port, '/v1/disputes', 'Dispute')
  expect(answerFaults({ ...Object(listed), amount: '100' }, 'Dispute')).not.toBeNull()

  const eventSchemas: Record<string, string> = {
    'refund.created': 'RefundCreatedEvent',
    'refund.updated': 'RefundUpdatedEvent',
    'refund.failed': 'RefundFailedEvent',
    'charge.dispute.created': 'ChargeDisputeCreatedEvent',
    'charge.dispute.updated': 'ChargeDisputeUpdatedEvent',
    'charge.dispute.closed': 'ChargeDisputeClosedEvent',
    'charge.dispute.funds_withdrawn': 'ChargeDisputeFundsWithdrawnEvent',
    'charge.dispute.funds_reinstated': 'ChargeDisputeFundsReinstatedEvent',
  }
  const events = webhook.posts
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => !type.startsWith('checkout'))
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(eventSchemas)))
  for (const event of events) expect(answerFaults(event, eventSchemas[event.type] ?? '')).toBeNull()
})

test('lists are paged, narrowed by payment, and what is not left cannot be given back', async () => {
  const { simulator, stripe } = await startAll()
  const lines = Array.from({ length: 99 }, (_, at) => line(`NS-${at}`, 100))
  const { id } = await stripe.checkout.sessions.create(order({ line_items: lines }))
  const other = await stripe.checkout.sessions.create(order())
  await simulator.pay(id)
  await simulator.pay(other.id)
  for (let at = 0; at < 12; at += 1) await simulator.refund(id, { amount: 100 })
  await simulator.refund(other.id)
  await expect(simulator.refund(other.id, { amount: 1 })).rejects.toThrow('left')
  await expect(simulator.refund(id, { amount: 8701 })).rejects.toThrow('left')
  const first = await stripe.checkout.sessions.listLineItems(id)
  expect([first.data.length, first.has_more]).toEqual([10, true])
  expect(await all(stripe.checkout.sessions.listLineItems(id, { limit: 100 }))).toHaveLength(99)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const intent = String(payment_intent)
  expect(await all(stripe.refunds.list({ payment_intent: intent }))).toHaveLength(12)
  expect(await all(stripe.refunds.list())).toHaveLength(13)
  expect((await stripe.checkout.sessions.list({ payment_intent: intent })).data).toMatchObject([{ id }])
})

test('a refund asked for by the API, what is refused of it, and a fee fit the description', async () => {
  const { simulator, stripe } = await startAll()
  const gateway = createPaymentGateway({ ...keys, simulatorPort: simulator.port })
  const { id } = await stripe.checkout.sessions.create(order())
  await simulator.pay(id)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
  const paymentIntent = String(payment_intent)
  const ask = (row: string, amount: number) =>
    gateway.refund({ id: row, paymentIntent, amount, orderId: 'order-1' })
  const first = await ask('one', 930)
  expect(first).toMatchObject({ kind: 'taken', refund: { state: 'succeeded', amount: 930, refundId: 'one' } })
  expect(await ask('one', 930)).toEqual(first)
  expect(await ask('one', 931)).toMatchObject({ kind: 'unanswered' })
  expect(await ask('two', 2001)).toMatchObject({ kind: 'refused', code: 'amount' })
  simulator.planRefund('pending')
  expect(await ask('three', 2000)).toMatchObject({ kind: 'taken', refund: { state: 'pending' } })
  expect(await ask('four', 1)).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' })
  simulator.faults.calls({ kind: 'fail', status: 429 })
  expect(await ask('five', 1)).toMatchObject({ kind: 'unanswered' })
  const dispute = await simulator.dispute(id)
  expect(await ask('six', 1)).toMatchObject({ kind: 'refused', code: 'charge_disputed' })
  await simulator.changeDispute(dispute, 'won')
  expect(await ask('seven', 1)).toMatchObject({ kind: 'refused', code: 'charge_already_refunded' })
  expect(await gateway.feeOf(paymentIntent)).toEqual({ fee: 105, net: 2825 })
  expect(await gateway.payment(paymentIntent)).toMatchObject({
    amount: 2930,
    currency: 'jpy',
    livemode: false,
  })
  const path = `/v1/payment_intents/${paymentIntent}?expand[0]=latest_charge.balance_transaction`
  const { latest_charge } = Object(await fetchJson(simulator.port, path))
  expect(answerFaults(latest_charge.balance_transaction, 'BalanceTransaction')).toBeNull()
  for (const each of await listThatFits(simulator.port, '/v1/refunds', 'Refund')) expect(each).toBeDefined()
  for (const request of simulator.requests()) expect(requestFaults(request)).toBeNull()
})
