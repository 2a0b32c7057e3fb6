import { expect, onTestFinished, test, vi } from 'vitest'
import { startPaymentSimulator } from '#payment-simulator/simulator.ts'
import { openDatabase } from '~/server/database/open-database.ts'
import { silentLog } from '~/server/log.ts'
import { providerKeys } from '../../../../tests/support/checkout-context-for-tests.ts'
import { openCheckoutShop, storeProducts } from '../../../../tests/support/checkout-for-tests.ts'
import { sqlitePlaces } from '../../../../tests/support/database-places.ts'
import { orderForTests } from '../../../../tests/support/order-for-tests.ts'
import { shopOrigin } from '../../../../tests/support/services-for-tests.ts'
import {
  bodyFor,
  openPaymentPage,
  ordersOf,
  postCheckout,
} from '../../../../tests/support/shopper-for-tests.ts'
import { sessionParameters } from './session-parameters.rules.ts'
import { createPaymentGateway, type PaymentGateway } from './stripe.server.ts'

const patienceMs = 10_000

/** A shop whose provider never answers `silentOn`; fake time passes only while it waits for the provider. */
const openShop = async () => {
  const places = sqlitePlaces()
  const database = await openDatabase(await places.migrated())
  onTestFinished(async () => {
    await database.close()
    await places.clear()
  })
  await storeProducts(database.db)
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = performance.now()

  let silentOn: 'open' | 'expire' | 'nothing' = 'nothing'
  const keys: string[] = []
  /** Parallel calls wait in parallel: advances the time to the end of the longest. */
  const waitUntil = (end: number) => vi.advanceTimersByTime(Math.max(0, end - performance.now()))
  const shop = await openCheckoutShop(database.db)
  const { open, expire } = shop.ctx.gateway
  const gateway: PaymentGateway = {
    ...shop.ctx.gateway,
    open: async (parameters, key, limitMs) => {
      keys.push(key)
      if (silentOn !== 'open') return open(parameters, key, limitMs)
      waitUntil(performance.now() + limitMs)
      return { kind: 'unreachable', why: 'no answer' }
    },
    expire: async (id, limitMs = Number.POSITIVE_INFINITY) => {
      if (silentOn !== 'expire') return expire(id, limitMs)
      const end = performance.now() + limitMs
      await new Promise(setImmediate)
      waitUntil(end)
      throw new Error('no answer')
    },
  }
  return {
    shop: { ...shop, ctx: { ...shop.ctx, gateway } },
    keys,
    silence: (what: typeof silentOn) => {
      silentOn = what
    },
    waitedMs: () => performance.now() - start,
  }
}

test('a provider that never answers: the named text within 10 s, and the same key at the next press', async () => {
  const { shop, keys, silence, waitedMs } = await openShop()
  silence('open')
  const answer = await postCheckout(shop, await bodyFor(shop.ctx.db, [['F-1100', 2]]))
  expect([answer.status, answer.body.message]).toEqual([502, 'Stripeの決済ページの生成に失敗しました'])
  expect(waitedMs()).toBeGreaterThan(0)
  expect(waitedMs()).toBeLessThanOrEqual(patienceMs)
  silence('nothing')
  await openPaymentPage(shop)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('S9: five former pages at a provider that does not answer keep nobody waiting beyond 10 s', async () => {
  const { shop, silence, waitedMs } = await openShop()
  const { db } = shop.ctx
  for (const browser of ['one', 'two', 'three', 'four', 'five'])
    await openPaymentPage(shop, [['F-1100', 1]], `browser-number-${browser}`)
  await db.updateTable('orders').set({ browserToken: 'browser-of-this-test' }).execute()
  silence('expire')
  await openPaymentPage(shop, [['F-1100', 2]])
  expect(waitedMs()).toBeGreaterThan(0)
  expect(waitedMs()).toBeLessThanOrEqual(patienceMs)
  expect((await ordersOf(db)).filter(({ state }) => state === 'pending')).toHaveLength(6)
})

test('a call that the provider never answers ends at its limit', async () => {
  const provider = await startPaymentSimulator({
    ...providerKeys,
    webhookUrl: '',
    log: silentLog,
    redirectWaitMs: 5_000,
  })
  onTestFinished(() => provider.close())
  const gateway = createPaymentGateway({ ...providerKeys, simulatorPort: provider.port })
  provider.faults.calls({ kind: 'hang' }, { times: 9 })
  const parameters = sessionParameters(orderForTests(), shopOrigin)
  const calls: Record<string, (limitMs: number) => Promise<unknown>> = {
    open: async (limitMs) => {
      const outcome = await gateway.open(parameters, `key-${limitMs}`, limitMs)
      if (outcome.kind === 'unreachable') throw new Error(outcome.why)
    },
    session: (limitMs) => gateway.session('cs_test_any', limitMs),
    expire: (limitMs) => gateway.expire('cs_test_any', limitMs),
  }
  for (const [name, call] of Object.entries(calls)) {
    const endOf = (limitMs: number) =>
      call(limitMs).then(
        () => `${name} was answered`,
        () => `${name} ended after ${limitMs} ms`,
      )
    expect(await Promise.race([endOf(8_000), endOf(50)])).toBe(`${name} ended after 50 ms`)
  }
})
