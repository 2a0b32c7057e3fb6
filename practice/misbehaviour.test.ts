import { describe, expect, test } from 'vitest'
import { createClient, eventually, line, order, readEvent, refusalOf, startAll } from './shop-for-tests.ts'

const idempotencyKey = 'checkout:order-1:1'
type All = Awaited<ReturnType<typeof startAll>>
const payNew = async ({ provider, stripe }: All): Promise<string> => {
  const { id } = await stripe.checkout.sessions.create(order())
  await provider.pay(id)
  await provider.settled()
  return id
}
const sentSessions = ({ webhook }: All) => webhook.posts.map(({ body }) => JSON.parse(body).data.object)

describe('calls', () => {
  test('500 for the next two calls: kept under their keys and replayed, gone with a new key', async () => {
    const { provider, stripe } = await startAll()
    provider.misbehave.calls({ kind: 'fail', status: 500 }, { times: 2 })
    const create = (key: string) => stripe.checkout.sessions.create(order(), { idempotencyKey: key })
    expect((await refusalOf(create('a'))).statusCode).toBe(500)
    expect((await refusalOf(create('b'))).statusCode).toBe(500)
    expect((await refusalOf(create('a'))).statusCode).toBe(500)
    expect(provider.sessions()).toHaveLength(0)
    await create('c')
    expect(provider.sessions()).toHaveLength(1)
  })

  test('the package does not retry a 500 that would only be replayed', async () => {
    const { provider } = await startAll()
    provider.misbehave.calls({ kind: 'fail', status: 500 })
    const stripe = createClient(provider.port, { maxNetworkRetries: 2 })
    expect((await refusalOf(stripe.checkout.sessions.create(order()))).statusCode).toBe(500)
    expect(provider.requests()).toHaveLength(1)
  })

  test('503 is not kept: the package gets through with its retry', async () => {
    const { provider } = await startAll()
    provider.misbehave.calls({ kind: 'fail', status: 503 })
    const stripe = createClient(provider.port, { maxNetworkRetries: 1 })
    await stripe.checkout.sessions.create(order(), { idempotencyKey })
    expect(provider.requests().map(({ status }) => status)).toEqual([503, 200])
  })

  test('a fault can be kept to one kind of call', async () => {
    const { provider, stripe } = await startAll()
    provider.misbehave.calls({ kind: 'fail', status: 503 }, { only: 'retrieve' })
    const { id } = await stripe.checkout.sessions.create(order())
    expect((await refusalOf(stripe.checkout.sessions.retrieve(id))).statusCode).toBe(503)
    await stripe.checkout.sessions.retrieve(id)
  })

  test('a call can hang: nothing is done, and its key is taken until all is calm', async () => {
    const { provider, stripe } = await startAll()
    provider.misbehave.calls({ kind: 'hang' })
    const impatient = createClient(provider.port, { timeout: 400 })
    const error = await refusalOf(impatient.checkout.sessions.create(order(), { idempotencyKey }))
    expect(error.message).toContain('timeout')
    const again = () => stripe.checkout.sessions.create(order(), { idempotencyKey })
    expect((await refusalOf(again())).statusCode).toBe(409)
    expect(provider.sessions()).toHaveLength(0)
    provider.misbehave.calm()
    await eventually(again)
    expect(provider.sessions()).toHaveLength(1)
  })

  test('the line is cut after creating: the session stands, and the key leads back to it', async () => {
    const { provider, stripe } = await startAll()
    // The package itself tries a closed line once more.
    provider.misbehave.calls({ kind: 'cut' }, { times: 2 })
    const create = () => stripe.checkout.sessions.create(order(), { idempotencyKey })
    expect((await refusalOf(create())).type).toBe('StripeConnectionError')
    expect(provider.sessions()).toHaveLength(1)
    expect((await create()).id).toBe(provider.sessions()[0]?.id)
    expect(provider.sessions()).toHaveLength(1)
    expect(provider.requests().map(({ status }) => status)).toEqual([null, null, 200])
  })

  test('a slow call is done all the same when the caller has gone', async () => {
    const { provider } = await startAll()
    provider.misbehave.calls({ kind: 'slow', ms: 700 })
    const impatient = createClient(provider.port, { timeout: 400 })
    expect((await refusalOf(impatient.checkout.sessions.create(order()))).message).toContain('timeout')
    expect(provider.sessions()).toHaveLength(0)
    await eventually(() => expect(provider.sessions()).toHaveLength(1))
  })

  test('the event arrives, and is accepted, before the call that creates the session returns', async () => {
    const all = await startAll()
    all.provider.misbehave.calls({ kind: 'pay_first' })
    const arrived: string[] = []
    const gate = Promise.withResolvers<void>()
    all.webhook.gate = gate.promise.then(() => void arrived.push('event'))
    const call = all.stripe.checkout.sessions.create(order()).then((session) => {
      arrived.push('answer')
      return session
    })
    await eventually(() => expect(all.webhook.posts).toHaveLength(1))
    gate.resolve()
    expect((await call).status).toBe('open')
    expect(arrived).toEqual(['event', 'answer'])
    expect(all.provider.sessions()).toMatchObject([{ status: 'complete', payment_status: 'paid' }])
  })
})

describe('events', () => {
  test('one event many times at once', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'repeat', copies: 10 })
    await payNew(all)
    expect(all.webhook.events()).toHaveLength(10)
    expect(new Set(all.webhook.events().map(({ id }) => id)).size).toBe(1)
  })

  test('late, and in reversed order', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'hold' }, { times: 2 })
    const { id } = await all.stripe.checkout.sessions.create(order())
    await all.provider.pay(id, { waits: true })
    await all.provider.settlePayment(id, 'succeeded')
    await all.provider.deliverNow()
    expect(all.webhook.posts).toHaveLength(0)
    await all.provider.releaseHeld({ reversed: true })
    expect(all.webhook.events().map(({ type }) => type)).toEqual([
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
    ])
  })

  test('held back and sent in order', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'hold' }, { times: 2 })
    const ids = [await payNew(all), await payNew(all)]
    await all.provider.releaseHeld()
    expect(sentSessions(all).map(({ id }) => id)).toEqual(ids)
  })

  test('lost: paid, but no event ever', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'lose' })
    const id = await payNew(all)
    await all.provider.deliverNow()
    expect(all.webhook.posts).toHaveLength(0)
    expect((await all.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
    await payNew(all)
    expect(all.webhook.posts).toHaveLength(1)
  })

  test('signed with a wrong secret', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'wrong_secret' })
    await payNew(all)
    expect(() => all.webhook.events()).toThrow('signature')
  })

  test('signed right, but an hour ago', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'old_timestamp', seconds: 3600 })
    await payNew(all)
    expect(() => all.webhook.events()).toThrow('Timestamp outside the tolerance zone')
  })

  test('with two signatures, the second one right', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'two_signatures' })
    await payNew(all)
    expect(all.webhook.posts[0]?.signature).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/)
    expect(all.webhook.events()).toHaveLength(1)
    expect(readEvent(all.webhook.posts[0]?.body ?? '', all.webhook.posts[0]?.signature ?? '')).toBeTruthy()
  })

  test.each([
    [{ kind: 'wrong_amount', amount: 1 } as const, { amount_total: 1 }],
    [{ kind: 'wrong_currency' } as const, { currency: 'usd' }],
    [{ kind: 'wrong_livemode' } as const, { livemode: true }],
    [
      { kind: 'unknown_order' } as const,
      { client_reference_id: 'no-such-order', metadata: { from: 'react-cart', order_id: 'no-such-order' } },
    ],
  ])('$kind: in the event and in the session fetched anew, or in the event only', async (fault, wrong) => {
    const all = await startAll()
    all.provider.misbehave.events(fault)
    const falsified = await payNew(all)
    expect(await all.stripe.checkout.sessions.retrieve(falsified)).toMatchObject(wrong)
    all.provider.misbehave.events({ ...fault, inEventOnly: true })
    const right = await payNew(all)
    expect(await all.stripe.checkout.sessions.retrieve(right)).not.toMatchObject(wrong)
    expect(sentSessions(all)).toMatchObject([wrong, wrong])
    expect(all.webhook.events().map(({ livemode }) => livemode)).toEqual(
      Array(2).fill(fault.kind === 'wrong_livemode'),
    )
  })

  test('a fault can be kept to one kind of event', async () => {
    const all = await startAll()
    all.provider.misbehave.events({ kind: 'lose' }, { only: 'checkout.session.expired' })
    await payNew(all)
    await all.stripe.checkout.sessions.expire((await all.stripe.checkout.sessions.create(order())).id)
    await all.provider.settled()
    expect(all.provider.events().map(({ state }) => state)).toEqual(['delivered', 'lost'])
  })
})

test('calm: nothing planned happens any more, and what is undelivered is sent right', async () => {
  const all = await startAll({ retryPausesMs: [3600_000] })
  const { misbehave } = all.provider
  misbehave.events({ kind: 'wrong_secret' })
  all.webhook.statuses.push(400)
  await payNew(all)
  misbehave.events({ kind: 'hold' })
  await payNew(all)
  misbehave.calls({ kind: 'fail', status: 500 }, { times: 9 })
  misbehave.events({ kind: 'lose' }, { times: 9 })
  misbehave.paymentsWait(9)
  misbehave.calm()
  await all.provider.settled()
  expect(all.provider.events().map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await payNew(all)
  all.webhook.posts.shift()
  expect(all.webhook.events()).toHaveLength(3)
})

test('a session of a single free line still misbehaves as told', async () => {
  const all = await startAll()
  all.provider.misbehave.events({ kind: 'wrong_amount', amount: 500 })
  const { id } = await all.stripe.checkout.sessions.create(order({ line_items: [line('KIT-1', 0)] }))
  await all.provider.pay(id)
  expect((await all.stripe.checkout.sessions.retrieve(id)).amount_total).toBe(500)
})
