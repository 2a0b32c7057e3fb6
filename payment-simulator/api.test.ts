import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { decodeForm } from './request-body.ts'
import { createClient, line, order, refusalOf, startAll } from './simulator-for-tests.ts'

const idempotencyKey = 'checkout:order-1:1'
const nowSeconds = () => Math.floor(Date.now() / 1000)

test('a good request makes an open session as asked for', async () => {
  const { simulator, stripe } = await startAll({ payPageOrigin: 'http://shop.test' })
  const session = await stripe.checkout.sessions.create(order())
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 2930,
    currency: 'jpy',
    livemode: false,
    client_reference_id: 'order-1',
    metadata: { from: 'react-cart', order_id: 'order-1' },
    customer_details: null,
    url: `http://shop.test/practice/pay/${session.id}`,
  })
  expect(session.id).toMatch(/^cs_test_\w{58}$/)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(session)
  expect(simulator.requests()).toMatchObject([
    { method: 'POST', problem: null, parameters: { metadata: { order_id: 'order-1' } } },
    { method: 'GET', problem: null },
  ])
})

describe('refused, recorded, and nothing made', () => {
  test('a call without the right key, in another version, with an over-long key or body, or elsewhere', async () => {
    const { simulator, stripe } = await startAll()
    const create = (more: Stripe.RequestOptions) => stripe.checkout.sessions.create(order(), more)
    const stranger = await refusalOf(create({ apiKey: 'sk_test_other' }))
    expect(stranger).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(stranger.message).not.toContain('sk_test_other')
    expect((await refusalOf(create({ apiVersion: '2024-06-20' }))).message).toContain('2026-10-28.endive')
    expect((await refusalOf(create({ idempotencyKey: 'k'.repeat(256) }))).statusCode).toBe(400)
    const endless = stripe.checkout.sessions.create(order({ client_reference_id: 'a'.repeat(2_000_000) }))
    expect((await refusalOf(endless)).message).toContain('too large')
    expect((await refusalOf(stripe.customers.create({ name: 'a' }))).statusCode).toBe(404)
    expect((await refusalOf(stripe.charges.retrieve('ch_1'))).statusCode).toBe(404)
    expect(simulator.invalidRequests()).toHaveLength(6)
    expect(simulator.sessions()).toEqual([])
  })

  const withProduct = (change: object) => {
    const good = line('NS-001', 550)
    const product_data = { ...good.price_data.product_data, ...change }
    return { line_items: [{ ...good, price_data: { ...good.price_data, product_data } }] }
  }
  const withLines = (...lines: object[]) => ({ line_items: lines })

  test.each<[string, object, string]>([
    ['the removed payment_method_types', { payment_method_types: ['card'] }, 'payment_method_types'],
    ['what the simulator does not do', { discounts: [{ coupon: 'c' }] }, 'discounts'],
    ['an unknown parameter deep inside', withProduct({ color: 'red' }), 'product_data'],
    ['no lines', { line_items: [] }, 'line_items'],
    ['101 lines', withLines(...Array.from({ length: 101 }, () => line('a', 100))), 'line_items'],
    ['a fraction of a yen', withLines(line('a', 330.5)), 'unit_amount'],
    ['a negative price', withLines(line('a', -100)), 'unit_amount'],
    ['a price in words', withLines(line('a', Number.NaN)), 'unit_amount'],
    ['quantity 0', withLines(line('a', 100, 0)), 'quantity'],
    ['quantity 1.5', withLines(line('a', 100, 1.5)), 'quantity'],
    ['another currency', withLines({ ...line('a', 1), price_data: { currency: 'usd' } }), 'currency'],
    ['an empty name', withProduct({ name: '' }), 'name'],
    ['an over-long name', withProduct({ name: 'あ'.repeat(5001) }), 'name'],
    ['an empty description', withProduct({ description: '' }), 'description'],
    ['an over-long description', withProduct({ description: 'い'.repeat(40_001) }), 'description'],
    ['an inline picture', withProduct({ images: ['data:image/png;base64,AAAA'] }), 'images'],
    ['nine pictures', withProduct({ images: Array(9).fill('https://shop.test/a.png') }), 'images'],
    ['a blank in a picture’s address', withProduct({ images: ['https://shop.test/a b.png'] }), 'images'],
    ['Japanese in a picture’s address', withProduct({ images: ['https://shop.test/布.png'] }), 'images'],
    ['a lone % in a picture’s address', withProduct({ images: ['https://shop.test/50%.png'] }), 'images'],
    [
      'an over-long address of a picture',
      withProduct({ images: [`https://shop.test/${'a'.repeat(2048)}`] }),
      'images',
    ],
    ['metadata over its length', { metadata: { note: 'x'.repeat(501) } }, 'metadata'],
    [
      'metadata over its number',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v'])) },
      'metadata',
    ],
    ['a metadata name over its length', { metadata: { ['k'.repeat(41)]: 'v' } }, 'metadata'],
    ['an over-long reference', { client_reference_id: 'r'.repeat(201) }, 'client_reference_id'],
    ['another mode', { mode: 'subscription' }, 'mode'],
    [
      'a way of paying that is not switched on',
      { allowed_payment_method_types: ['klarna'] },
      'allowed_payment',
    ],
    ['another country', { shipping_address_collection: { allowed_countries: ['US'] } }, 'allowed_countries'],
    ['a flag in words', { phone_number_collection: { enabled: 'yes' } }, 'phone_number_collection'],
    ['no success address', { success_url: undefined }, 'success_url'],
    ['a success address without origin', { success_url: '/success' }, 'success_url'],
    ['a cancel address that runs script', { cancel_url: 'javascript:alert(1)' }, 'cancel_url'],
    [
      'an over-long text',
      { custom_text: { ...order().custom_text, submit: { message: 'う'.repeat(1201) } } },
      'custom_text',
    ],
    ['a life of 29 minutes', { expires_at: nowSeconds() + 29 * 60 }, 'expires_at'],
    ['a life of two days', { expires_at: nowSeconds() + 48 * 3600 }, 'expires_at'],
    ['too little money', withLines(line('a', 49)), 'at least ¥50'],
    ['too much money', withLines(line('a', 50_000_000, 2)), 'no more than'],
  ])('%s', async (_, change, named) => {
    const { simulator, stripe } = await startAll()
    const error = await refusalOf(stripe.checkout.sessions.create(Object.assign(order(), change)))
    expect(error.statusCode).toBe(400)
    expect(error.message).toContain(named)
    expect(simulator.sessions()).toEqual([])
    expect(simulator.invalidRequests()).toMatchObject([{ problem: { message: error.message } }])
  })

  test('an unknown parameter of the other calls, and a page after a session that is none', async () => {
    const { simulator, stripe } = await startAll()
    const { list, retrieve, expire } = stripe.checkout.sessions
    const { id } = await stripe.checkout.sessions.create(order())
    const calls = [
      list.call(stripe.checkout.sessions, Object.assign({ limit: 1 }, { sort: 'asc' })),
      list.call(stripe.checkout.sessions, { limit: 101 }),
      list.call(stripe.checkout.sessions, { starting_after: 'cs_none' }),
      retrieve.call(stripe.checkout.sessions, id, { expand: ['line_items'] }),
      expire.call(stripe.checkout.sessions, id, { expand: ['line_items'] }),
    ]
    for (const call of calls) expect((await refusalOf(call)).statusCode).toBe(400)
    expect(simulator.sessions()).toMatchObject([{ status: 'open' }])
  })
})

describe('idempotency keys', () => {
  test('the same key with the same parameters gives the same answer again, whatever has happened since', async () => {
    const { simulator, stripe } = await startAll()
    const asked = order({ expires_at: nowSeconds() + 40 * 60 })
    const first = await stripe.checkout.sessions.create(asked, { idempotencyKey })
    await simulator.pay(first.id)
    await simulator.advanceClock(20 * 60_000)
    expect(await stripe.checkout.sessions.create(asked, { idempotencyKey })).toEqual(first)
    expect(simulator.sessions()).toHaveLength(1)
    expect(simulator.invalidRequests()).toEqual([])
  })

  test('the same key with other parameters, or at another address, is an idempotency error', async () => {
    const { simulator, stripe } = await startAll()
    const { id } = await stripe.checkout.sessions.create(order(), { idempotencyKey })
    const other = order({ line_items: [line('NS-009', 990)] })
    for (const call of [
      stripe.checkout.sessions.create(other, { idempotencyKey }),
      stripe.checkout.sessions.expire(id, {}, { idempotencyKey }),
    ]) {
      expect(await refusalOf(call)).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    }
    expect(simulator.sessions()).toMatchObject([{ status: 'open' }])
  })

  test('while a call with the key is running, another gets 409', async () => {
    const { simulator, stripe } = await startAll()
    simulator.faults.calls({ kind: 'slow', ms: 300 })
    const both = await Promise.allSettled([
      stripe.checkout.sessions.create(order(), { idempotencyKey }),
      stripe.checkout.sessions.create(order(), { idempotencyKey }),
    ])
    const refused = both.flatMap((each) => (each.status === 'rejected' ? [each.reason.statusCode] : []))
    expect(refused).toEqual([409])
    expect(simulator.sessions()).toHaveLength(1)
  })

  test('a request that was refused leaves its key free; a key is forgotten after a day', async () => {
    const { simulator, stripe } = await startAll()
    await refusalOf(stripe.checkout.sessions.create(order({ success_url: '/' }), { idempotencyKey }))
    const asked = order({ expires_at: nowSeconds() + 24 * 3600 })
    await stripe.checkout.sessions.create(asked, { idempotencyKey })
    await simulator.advanceClock(23 * 3600_000)
    await stripe.checkout.sessions.create(asked, { idempotencyKey })
    expect(simulator.sessions()).toHaveLength(1)
    await simulator.advanceClock(3601_000)
    const tomorrow = { ...asked, expires_at: nowSeconds() + 26 * 3600 }
    await stripe.checkout.sessions.create(tomorrow, { idempotencyKey })
    expect(simulator.sessions()).toHaveLength(2)
  })

  test('D105: of many keys that are forgotten some at a time an old one answers no more either', async () => {
    const { simulator, stripe } = await startAll()
    const asked = order({ expires_at: nowSeconds() + 24 * 3600 })
    const sessions: string[] = []
    for (let at = 0; at < 30; at += 1)
      sessions.push((await stripe.checkout.sessions.create(asked, { idempotencyKey: `k${at}` })).id)
    await simulator.advanceClock(24 * 3600_000)
    const tomorrow = { ...asked, expires_at: nowSeconds() + 26 * 3600 }
    const again = await stripe.checkout.sessions.create(tomorrow, { idempotencyKey: 'k29' })
    expect(sessions).not.toContain(again.id)
  })
})

describe('sessions', () => {
  test('the list gives the newest first, page by page, from a time on', async () => {
    const { simulator, stripe } = await startAll()
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) ids.unshift((await stripe.checkout.sessions.create(order())).id)
    const first = await stripe.checkout.sessions.list()
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10))
    expect(first.has_more).toBe(true)
    const walked = await stripe.checkout.sessions.list({ limit: 4 }).autoPagingToArray({ limit: 100 })
    expect(walked.map(({ id }) => id)).toEqual(ids)
    await simulator.advanceClock(20 * 60_000)
    const young = await stripe.checkout.sessions.create(order())
    const since = await stripe.checkout.sessions.list({ created: { gte: young.created } })
    expect(since.data.map(({ id }) => id)).toEqual([young.id])
    expect(since.has_more).toBe(false)
    const older = { created: { gte: young.created }, starting_after: ids[0] }
    expect((await refusalOf(stripe.checkout.sessions.list(older))).statusCode).toBe(400)
  })

  test('of one payment the list gives its session, and refunds and disputes are its own', async () => {
    const { simulator, stripe } = await startAll()
    const paid: string[] = []
    for (let at = 0; at < 2; at += 1) {
      const { id } = await stripe.checkout.sessions.create(order())
      await simulator.pay(id)
      await simulator.refund(id, { amount: 100 * (at + 1) })
      paid.push(String((await stripe.checkout.sessions.retrieve(id)).payment_intent))
    }
    const [first = '', second = ''] = paid
    const found = await stripe.checkout.sessions.list({ payment_intent: first })
    expect(found.data.map(({ payment_intent }) => payment_intent)).toEqual([first])
    const refunds = await stripe.refunds.list({ payment_intent: second })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([200])
    const [refund] = (await stripe.refunds.list({ payment_intent: first })).data
    const elsewhere = stripe.refunds.list({ payment_intent: second, starting_after: String(refund?.id) })
    expect((await refusalOf(elsewhere)).statusCode).toBe(400)
  })

  test('D105: however many run out at once, all of them do', async () => {
    const { simulator, stripe } = await startAll()
    for (let at = 0; at < 101; at += 1) await stripe.checkout.sessions.create(order())
    await simulator.advanceClock(3600_000)
    expect(simulator.events().filter(({ type }) => type === 'checkout.session.expired')).toHaveLength(101)
  })

  test('D105: a demo records no calls', async () => {
    const { simulator, stripe } = await startAll({ mostRequests: 0 })
    await stripe.checkout.sessions.list()
    expect(simulator.requests()).toEqual([])
  })

  test('paying completes a session once', async () => {
    const { simulator, stripe } = await startAll()
    const { id } = await stripe.checkout.sessions.create(order())
    await simulator.pay(id)
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
    await expect(simulator.pay(id)).rejects.toThrow('complete')
  })

  test('a payment can wait, and then come or fail', async () => {
    const { simulator, stripe } = await startAll()
    const { id: coming } = await stripe.checkout.sessions.create(order())
    const { id: failing } = await stripe.checkout.sessions.create(order())
    for (const id of [coming, failing]) await simulator.pay(id, { waits: true })
    expect(simulator.sessions()).toMatchObject(
      Array(2).fill({ status: 'complete', payment_status: 'unpaid' }),
    )
    await simulator.settlePayment(coming, 'succeeded')
    await simulator.settlePayment(failing, 'failed')
    expect((await stripe.checkout.sessions.retrieve(coming)).payment_status).toBe('paid')
    expect((await stripe.checkout.sessions.retrieve(failing)).payment_status).toBe('unpaid')
    await expect(simulator.settlePayment(coming, 'failed')).rejects.toThrow('paid')
  })

  test('an open session can be expired by the shop, any other cannot, and an unknown one is a 404', async () => {
    const { simulator, stripe, webhook } = await startAll()
    const { id: open } = await stripe.checkout.sessions.create(order())
    const { id: paid } = await stripe.checkout.sessions.create(order())
    expect(await stripe.checkout.sessions.expire(open)).toMatchObject({ status: 'expired', url: null })
    await simulator.pay(paid)
    expect((await refusalOf(stripe.checkout.sessions.expire(paid))).statusCode).toBe(400)
    expect((await refusalOf(stripe.checkout.sessions.expire('cs_none'))).statusCode).toBe(404)
    expect((await refusalOf(stripe.checkout.sessions.retrieve('cs_none'))).statusCode).toBe(404)
    await simulator.settled()
    expect(webhook.events().map(({ type }) => type)).toEqual([
      'checkout.session.expired',
      'checkout.session.completed',
    ])
    expect(simulator.invalidRequests()).toEqual([])
  })

  test('a session runs out by the clock, unless it is paid', async () => {
    const { simulator, stripe, webhook } = await startAll()
    const { id } = await stripe.checkout.sessions.create(order())
    const { id: paid } = await stripe.checkout.sessions.create(order())
    await simulator.pay(paid)
    await simulator.advanceClock(30 * 60_000)
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    await simulator.advanceClock(30 * 60_000)
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
    expect(await stripe.checkout.sessions.retrieve(paid)).toMatchObject({ status: 'complete' })
    const expired = webhook.events().filter(({ type }) => type === 'checkout.session.expired')
    expect(expired).toMatchObject([{ data: { object: { id } } }])
  })
})

test('a form with brackets is read as nested members and lists, a member called __proto__ too', () => {
  expect(decodeForm('a[0][b]=1&a[1][b]=2&c[d]=%E9%A4%85&e=')).toEqual({
    a: [{ b: '1' }, { b: '2' }],
    c: { d: '餅' },
    e: '',
  })
  decodeForm('a[__proto__][b]=1&__proto__[b]=1')
  expect(Object.prototype).not.toHaveProperty('b')
})

test('the package with its usual retries is content, too', async () => {
  const { simulator } = await startAll()
  simulator.faults.calls({ kind: 'fail', status: 503 })
  const stripe = createClient(simulator.port, { maxNetworkRetries: 1 })
  await stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(simulator.requests()).toHaveLength(2)
  expect(simulator.sessions()).toHaveLength(1)
})
