import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { line, order, refusalOf, startAll } from './shop-for-tests.ts'

const idempotencyKey = 'checkout:order-1:1'

test('the same key with the same parameters gives the same session again', async () => {
  const { provider, stripe } = await startAll()
  const first = await stripe.checkout.sessions.create(order(), { idempotencyKey })
  const again = await stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(again).toEqual(first)
  expect(again.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' })
  expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
  expect(provider.sessions()).toHaveLength(1)
  expect(provider.requests().map((request) => request.replayed)).toEqual([false, true])
})

test('the answer is the first one although the session has changed and its life has become too short to ask for', async () => {
  const { provider, stripe } = await startAll()
  const asked = order({ expires_at: Math.floor(Date.now() / 1000) + 40 * 60 })
  const first = await stripe.checkout.sessions.create(asked, { idempotencyKey })
  await provider.pay(first.id)
  await provider.advanceClock(20 * 60_000)
  expect(await stripe.checkout.sessions.create(asked, { idempotencyKey })).toEqual(first)
  expect(provider.invalidRequests()).toEqual([])
})

test('the same key with other parameters, or at another address, is an idempotency error', async () => {
  const { provider, stripe } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order(), { idempotencyKey })
  const other = stripe.checkout.sessions.create(order({ line_items: [line('NS-009', 990)] }), {
    idempotencyKey,
  })
  const error = await refusalOf(other)
  expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect(error.statusCode).toBe(400)
  const elsewhere = await refusalOf(stripe.checkout.sessions.expire(id, {}, { idempotencyKey }))
  expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  expect(provider.sessions()).toMatchObject([{ status: 'open' }])
})

test('while a call runs, another one with its key gets 409, and both end in one session', async () => {
  const { provider, stripe } = await startAll()
  provider.misbehave.calls({ kind: 'slow', ms: 300 })
  const calls = await Promise.allSettled([
    stripe.checkout.sessions.create(order(), { idempotencyKey }),
    stripe.checkout.sessions.create(order(), { idempotencyKey }),
  ])
  const refused = calls.filter((call) => call.status === 'rejected').map((call) => call.reason)
  expect(refused).toMatchObject([{ statusCode: 409, code: 'idempotency_key_in_use' }])
  await stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(provider.sessions()).toHaveLength(1)
})

test('a call that was refused leaves its key free', async () => {
  const { provider, stripe } = await startAll()
  const wrong = stripe.checkout.sessions.create(order({ line_items: [] }), { idempotencyKey })
  expect((await refusalOf(wrong)).statusCode).toBe(400)
  await stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(provider.sessions()).toHaveLength(1)
})

test('a refusal to expire is kept under its key', async () => {
  const { provider, stripe } = await startAll()
  const { id } = await stripe.checkout.sessions.create(order())
  await provider.pay(id)
  const expire = () => refusalOf(stripe.checkout.sessions.expire(id, {}, { idempotencyKey }))
  const first = await expire()
  expect((await expire()).message).toBe(first.message)
  expect(provider.requests().at(-1)).toMatchObject({ status: 400, replayed: true })
})

test('a key is forgotten after a day, or after the time set', async () => {
  const usual = await startAll()
  await usual.stripe.checkout.sessions.create(order(), { idempotencyKey })
  await usual.provider.advanceClock(24 * 3600_000 - 60_000)
  await usual.stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(usual.provider.sessions()).toHaveLength(1)
  await usual.provider.advanceClock(120_000)
  await usual.stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(usual.provider.sessions()).toHaveLength(2)

  const short = await startAll({ idempotencyKeepMs: 1000 })
  await short.stripe.checkout.sessions.create(order(), { idempotencyKey })
  await short.provider.advanceClock(1001)
  await short.stripe.checkout.sessions.create(order(), { idempotencyKey })
  expect(short.provider.sessions()).toHaveLength(2)
})

test('calls without a key of ours are made once each', async () => {
  const { provider, stripe } = await startAll()
  await stripe.checkout.sessions.create(order())
  await stripe.checkout.sessions.create(order())
  expect(provider.sessions()).toHaveLength(2)
})
