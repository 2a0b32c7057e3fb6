import { expect, test } from 'vitest'
import { type createClient, line, order, refusalOf, startAll, startProvider } from './shop-for-tests.ts'

const createMany = async (stripe: ReturnType<typeof createClient>, count: number): Promise<string[]> => {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push((await stripe.checkout.sessions.create(order())).id)
  return ids
}

test('a session is found again, and an unknown one is a 404', async () => {
  const { stripe } = await startAll()
  const session = await stripe.checkout.sessions.create(order())
  expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session)
  expect(await refusalOf(stripe.checkout.sessions.retrieve('cs_test_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('the list gives the newest first, ten at a time, and pages both ways', async () => {
  const { stripe } = await startAll()
  const ids = (await createMany(stripe, 12)).reverse()
  const first = await stripe.checkout.sessions.list()
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10))
  expect(first.has_more).toBe(true)
  const rest = await stripe.checkout.sessions.list({ starting_after: ids[9] ?? '' })
  expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(10))
  expect(rest.has_more).toBe(false)
  const before = await stripe.checkout.sessions.list({ ending_before: ids[5] ?? '', limit: 3 })
  expect(before.data.map(({ id }) => id)).toEqual(ids.slice(2, 5))
  expect(before.has_more).toBe(true)
  const walked: string[] = []
  for await (const { id } of stripe.checkout.sessions.list({ limit: 5 })) walked.push(id)
  expect(walked).toEqual(ids)
  expect((await refusalOf(stripe.checkout.sessions.list({ starting_after: 'cs_none' }))).param).toBe(
    'starting_after',
  )
})

test('the list is narrowed by time, status, payer and payment', async () => {
  const { provider, stripe } = await startAll()
  const [old = ''] = await createMany(stripe, 1)
  await provider.pay(old)
  await provider.advanceClock(3600_000)
  const [young = ''] = await createMany(stripe, 1)
  const { created } = await stripe.checkout.sessions.retrieve(young)
  const idsOf = async (asked: Parameters<typeof stripe.checkout.sessions.list>[0]) =>
    (await stripe.checkout.sessions.list(asked)).data.map(({ id }) => id)
  expect(await idsOf({ created: { gte: created } })).toEqual([young])
  expect(await idsOf({ created: { gt: created } })).toEqual([])
  expect(await idsOf({ created: { lt: created } })).toEqual([old])
  expect(await idsOf({ created: { lte: created, gte: 0 } })).toEqual([young, old])
  expect(await idsOf({ created })).toEqual([young])
  expect(await idsOf({ status: 'complete' })).toEqual([old])
  expect(await idsOf({ customer_details: { email: 'hanako@example.com' } })).toEqual([old])
  expect(await idsOf({ customer: 'cus_1' })).toEqual([])
  const { payment_intent } = await stripe.checkout.sessions.retrieve(old)
  expect(await idsOf({ payment_intent: String(payment_intent) })).toEqual([old])
})

test('lines come ten at a time, up to a hundred, with what the shop attached to them', async () => {
  const { stripe } = await startAll()
  const lines = Array.from({ length: 100 }, (_, at) => line(`NS-${at}`, 100 + at, 2))
  const { id } = await stripe.checkout.sessions.create(order({ line_items: lines }))
  const first = await stripe.checkout.sessions.listLineItems(id)
  expect(first.data).toHaveLength(10)
  expect(first.has_more).toBe(true)
  expect(first.data[3]).toMatchObject({
    object: 'item',
    description: 'NS-3',
    quantity: 2,
    amount_total: 206,
    currency: 'jpy',
    metadata: { managementNumber: 'NS-3' },
    price: { unit_amount: 103 },
  })
  const all = await stripe.checkout.sessions.listLineItems(id, { limit: 100 })
  expect(all.data.map((each) => each.description)).toEqual(lines.map((_, at) => `NS-${at}`))
  expect(all.has_more).toBe(false)
  const last = await stripe.checkout.sessions.listLineItems(id, { starting_after: all.data[95]?.id ?? '' })
  expect(last.data).toHaveLength(4)
})

test('paying completes a session once', async () => {
  const { provider, stripe } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  await provider.pay(id)
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    payment_intent: expect.stringMatching(/^pi_/),
    customer_details: { email: 'hanako@example.com', name: '山田 花子', phone: '+819000000000' },
    collected_information: {
      shipping_details: {
        name: '山田 花子',
        address: { country: 'JP', postal_code: '100-0001', state: '東京都', city: '千代田区' },
      },
    },
  })
  await expect(provider.pay(id)).rejects.toThrow('complete')
})

test('a session without phone and address asked for gives none, and one that costs nothing needs no payment', async () => {
  const { provider, stripe } = await startAll()
  const {
    shipping_address_collection: _,
    phone_number_collection: __,
    ...bare
  } = order({
    line_items: [line('KIT-1', 0)],
    customer_email: 'taro@example.com',
  })
  const { id } = await stripe.checkout.sessions.create(bare)
  await provider.pay(id)
  expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
    payment_status: 'no_payment_required',
    payment_intent: null,
    customer_details: { email: 'taro@example.com', phone: null, address: null },
    collected_information: null,
  })
})

test('a payment can wait, and then come or fail', async () => {
  const { provider, stripe } = await startAll()
  const [coming = '', failing = ''] = await createMany(stripe, 2)
  for (const id of [coming, failing]) {
    await provider.pay(id, { waits: true })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
  }
  await provider.settlePayment(coming, 'succeeded')
  await provider.settlePayment(failing, 'failed')
  expect((await stripe.checkout.sessions.retrieve(coming)).payment_status).toBe('paid')
  expect((await stripe.checkout.sessions.retrieve(failing)).payment_status).toBe('unpaid')
  await expect(provider.settlePayment(coming, 'failed')).rejects.toThrow('paid')
})

test('an open session can be expired by the shop, any other cannot', async () => {
  const { provider, stripe, webhook } = await startAll()
  const [open = '', paid = ''] = await createMany(stripe, 2)
  expect(await stripe.checkout.sessions.expire(open)).toMatchObject({ status: 'expired', url: null })
  await provider.pay(paid)
  expect((await refusalOf(stripe.checkout.sessions.expire(paid))).statusCode).toBe(400)
  expect((await refusalOf(stripe.checkout.sessions.expire('cs_none'))).statusCode).toBe(404)
  await provider.settled()
  expect(webhook.events().map(({ type }) => type)).toEqual([
    'checkout.session.expired',
    'checkout.session.completed',
  ])
  expect(webhook.events()[0]?.request?.id).toMatch(/^req_/)
})

test('a session runs out by the clock: when asked for, when the clock is put ahead, never once paid', async () => {
  let now = Date.now()
  const { provider, stripe, webhook } = await startAll({ now: () => now })
  const expires_at = Math.floor(now / 1000) + 30 * 60
  const short = await stripe.checkout.sessions.create(order({ expires_at }))
  const [usual = '', paid = ''] = await createMany(stripe, 2)
  await provider.pay(paid)
  now += 30 * 60_000 - 1000
  expect((await stripe.checkout.sessions.retrieve(short.id)).status).toBe('open')
  now += 1000
  expect((await stripe.checkout.sessions.retrieve(short.id)).status).toBe('expired')
  await provider.advanceClock(24 * 3600_000)
  expect((await stripe.checkout.sessions.retrieve(usual)).status).toBe('expired')
  expect((await stripe.checkout.sessions.retrieve(paid)).status).toBe('complete')
  await provider.settled()
  const expired = webhook.posts
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type.endsWith('expired'))
  expect(expired.map((event) => event.data.object.id)).toEqual([short.id, usual])
  await expect(provider.pay(short.id)).rejects.toThrow('expired')
})

test('a taken port and an address that is none stop the start', async () => {
  const first = await startProvider()
  await expect(startProvider({ port: first.port })).rejects.toThrow('EADDRINUSE')
  await expect(startProvider({ webhookUrl: 'nowhere' })).rejects.toThrow('webhook')
})
