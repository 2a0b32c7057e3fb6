import { describe, expect, test } from 'vitest'
import {
  type All,
  createClient,
  eventually,
  line,
  order,
  refusalOf,
  startAll,
} from './simulator-for-tests.ts'

const idempotencyKey = 'checkout:order-1:1'
const payNew = async ({ simulator, stripe }: All): Promise<string> => {
  const { id } = await stripe.checkout.sessions.create(order())
  await simulator.pay(id)
  await simulator.settled()
  return id
}
const sentSessions = ({ webhook }: All) => webhook.posts.map(({ body }) => JSON.parse(body).data.object)

describe('calls', () => {
  test('500 is kept under its key and replayed, 429 and 503 are not', async () => {
    const { simulator, stripe } = await startAll()
    const create = (key: string) => stripe.checkout.sessions.create(order(), { idempotencyKey: key })
    simulator.faults.calls({ kind: 'fail', status: 500 }, { times: 2 })
    for (const key of ['a', 'b', 'a']) expect((await refusalOf(create(key))).statusCode).toBe(500)
    for (const status of [429, 503] as const) {
      simulator.faults.calls({ kind: 'fail', status })
      expect((await refusalOf(create('c'))).statusCode).toBe(status)
    }
    expect(simulator.sessions()).toEqual([])
    await create('c')
    expect(simulator.sessions()).toHaveLength(1)
    expect(simulator.invalidRequests()).toEqual([])
  })

  test.each([
    [401, 'StripeAuthenticationError'],
    [403, 'StripePermissionError'],
  ] as const)(
    'a key can be refused with %i, like any other than its own, and nothing is made',
    async (status, type) => {
      const { simulator, stripe } = await startAll()
      const create = () => stripe.checkout.sessions.create(order(), { idempotencyKey })
      simulator.faults.calls({ kind: 'fail', status })
      expect(await refusalOf(create())).toMatchObject({ statusCode: status, type })
      expect(simulator.sessions()).toEqual([])
      await create()
      expect(simulator.sessions()).toHaveLength(1)
      expect(simulator.invalidRequests()).toEqual([])
    },
  )

  test('pictures can be refused as the provider does it: named, and the refusal stays with its key', async () => {
    const { simulator, stripe } = await startAll()
    const create = (images: string[], key: string) =>
      stripe.checkout.sessions.create(
        order({ line_items: [line('NS-001', 990), line('NS-002', 990, 1, images)] }),
        {
          idempotencyKey: key,
        },
      )
    const picture = ['https://shop.test/a.png']
    simulator.faults.calls({ kind: 'refuse_pictures' })
    await create([], 'plain')
    const refusal = {
      statusCode: 400,
      code: 'url_invalid',
      param: 'line_items[1][price_data][product_data][images][0]',
    }
    expect(await refusalOf(create(picture, 'a'))).toMatchObject(refusal)
    expect(await refusalOf(create(picture, 'a'))).toMatchObject(refusal)
    expect(await refusalOf(create([], 'a'))).toMatchObject({ type: 'StripeIdempotencyError' })
    expect(simulator.sessions()).toHaveLength(1)
    await create(picture, 'b')
    expect(simulator.sessions()).toHaveLength(2)
    expect(await refusalOf(create(['https://shop.test/50%.png'], 'c'))).toMatchObject(refusal)
    await create(picture, 'c')
  })

  test('a fault can be kept to one kind of call', async () => {
    const { simulator, stripe } = await startAll()
    simulator.faults.calls({ kind: 'fail', status: 503 }, { only: 'retrieve' })
    const { id } = await stripe.checkout.sessions.create(order())
    expect((await refusalOf(stripe.checkout.sessions.retrieve(id))).statusCode).toBe(503)
    await stripe.checkout.sessions.retrieve(id)
  })

  test('a call can hang: nothing is done, and its key is taken until the faults are cleared', async () => {
    const { simulator, stripe } = await startAll()
    simulator.faults.calls({ kind: 'hang' })
    const impatient = createClient(simulator.port, { timeout: 400 })
    const error = await refusalOf(impatient.checkout.sessions.create(order(), { idempotencyKey }))
    expect(error.message).toContain('timeout')
    const again = () => stripe.checkout.sessions.create(order(), { idempotencyKey })
    expect((await refusalOf(again())).statusCode).toBe(409)
    expect(simulator.sessions()).toEqual([])
    simulator.faults.clear()
    await eventually(again)
    expect(simulator.sessions()).toHaveLength(1)
  })

  test('the connection is cut after creating: the session exists, and the key gives it again', async () => {
    const { simulator, stripe } = await startAll()
    // The package itself tries a closed connection once more.
    simulator.faults.calls({ kind: 'cut' }, { times: 2 })
    const create = () => stripe.checkout.sessions.create(order(), { idempotencyKey })
    expect((await refusalOf(create())).type).toBe('StripeConnectionError')
    expect(simulator.sessions()).toHaveLength(1)
    expect((await create()).id).toBe(simulator.sessions()[0]?.id)
    expect(simulator.sessions()).toHaveLength(1)
    expect(simulator.requests()).toHaveLength(3)
  })

  test('a slow call is done all the same when the caller has gone', async () => {
    const { simulator } = await startAll()
    simulator.faults.calls({ kind: 'slow', ms: 700 })
    const impatient = createClient(simulator.port, { timeout: 400 })
    expect((await refusalOf(impatient.checkout.sessions.create(order()))).message).toContain('timeout')
    expect(simulator.sessions()).toEqual([])
    await eventually(() => expect(simulator.sessions()).toHaveLength(1))
  })

  test('the event arrives, and is accepted, before the call that creates the session returns', async () => {
    const { simulator, stripe, webhook } = await startAll()
    simulator.faults.calls({ kind: 'pay_first' })
    const arrived: string[] = []
    const gate = Promise.withResolvers<void>()
    webhook.gate = gate.promise.then(() => void arrived.push('event'))
    const call = stripe.checkout.sessions.create(order()).then((session) => {
      arrived.push('answer')
      return session
    })
    await eventually(() => expect(webhook.posts).toHaveLength(1))
    gate.resolve()
    expect((await call).status).toBe('open')
    expect(arrived).toEqual(['event', 'answer'])
    expect(simulator.sessions()).toMatchObject([{ status: 'complete', payment_status: 'paid' }])
  })
})

describe('events', () => {
  test('one event many times at once', async () => {
    const all = await startAll()
    all.simulator.faults.events({ kind: 'repeat', copies: 10 })
    await payNew(all)
    expect(all.webhook.events()).toHaveLength(10)
    expect(new Set(all.webhook.events().map(({ id }) => id)).size).toBe(1)
  })

  test.each([false, true])('late, and one after the other (reversed: %s)', async (reversed) => {
    const all = await startAll()
    all.simulator.faults.events({ kind: 'hold' }, { times: 2 })
    const ids = [await payNew(all), await payNew(all)]
    await all.simulator.deliverNow()
    expect(all.webhook.posts).toEqual([])
    await all.simulator.releaseHeld({ reversed })
    expect(sentSessions(all).map(({ id }) => id)).toEqual(reversed ? ids.toReversed() : ids)
  })

  test('lost: paid, but no event ever', async () => {
    const all = await startAll()
    all.simulator.faults.events({ kind: 'lose' })
    const id = await payNew(all)
    await all.simulator.deliverNow()
    expect(all.webhook.posts).toEqual([])
    expect((await all.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
    await payNew(all)
    expect(all.webhook.posts).toHaveLength(1)
  })

  test.each([
    [{ kind: 'wrong_secret' } as const, 'signature'],
    [{ kind: 'old_timestamp', seconds: 3600 } as const, 'Timestamp outside the tolerance zone'],
  ])('$kind: refused by the package', async (fault, message) => {
    const all = await startAll()
    all.simulator.faults.events(fault)
    await payNew(all)
    expect(() => all.webhook.events()).toThrow(message)
  })

  test('with two signatures, the second one right', async () => {
    const all = await startAll()
    all.simulator.faults.events({ kind: 'two_signatures' })
    await payNew(all)
    expect(all.webhook.posts[0]?.signature).toMatch(/^t=\d+,v1=\w{64},v1=\w{64}$/)
    expect(all.webhook.events()).toHaveLength(1)
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
    all.simulator.faults.events(fault)
    const falsified = await payNew(all)
    expect(await all.stripe.checkout.sessions.retrieve(falsified)).toMatchObject(wrong)
    all.simulator.faults.events({ ...fault, inEventOnly: true })
    const right = await payNew(all)
    expect(await all.stripe.checkout.sessions.retrieve(right)).not.toMatchObject(wrong)
    expect(sentSessions(all)).toMatchObject([wrong, wrong])
    expect(all.webhook.events().map(({ livemode }) => livemode)).toEqual(
      Array(2).fill(fault.kind === 'wrong_livemode'),
    )
  })
})

test('cleared: nothing planned happens any more, and what is undelivered is sent right', async () => {
  const all = await startAll({ retryPausesMs: [3600_000] })
  const { faults } = all.simulator
  faults.events({ kind: 'wrong_secret' })
  all.webhook.statuses.push(400)
  await payNew(all)
  faults.events({ kind: 'hold' })
  await payNew(all)
  faults.calls({ kind: 'fail', status: 500 }, { times: 9 })
  faults.events({ kind: 'lose' }, { times: 9 })
  faults.clear()
  await all.simulator.settled()
  expect(all.simulator.events().map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  await payNew(all)
  all.webhook.posts.shift()
  expect(all.webhook.events()).toHaveLength(3)
})
