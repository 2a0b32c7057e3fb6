import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '~/server/env.ts'
import { silentLog } from '~/server/log.ts'
import { gatewayOutside, openPaymentProvider } from './provider.server.ts'

const envOf = (settings: Record<string, string>) => {
  const env = readEnv(settings)
  if (!env.ok) throw new Error(env.error.join())
  return env.value
}
const parts = { log: silentLog, siteOrigin: 'http://localhost:3000', port: 3000, providerForTests: undefined }

test('S11: a real shop has no practice pay page, and its gateway knows the live side by the key', async () => {
  const keys = (secret: string) => ({ STRIPE_SECRET_KEY: secret, STRIPE_WEBHOOK_SECRET: 'whsec_x' })
  const live = await openPaymentProvider({ ...parts, demo: false, env: envOf(keys('sk_live_x')) })
  const modeOf = async (key: string) =>
    (await openPaymentProvider({ ...parts, demo: false, env: envOf(keys(key)) })).gateway.livemode
  expect([live.gateway.livemode, await modeOf('rk_live_x')]).toEqual([true, true])
  expect([await modeOf('sk_test_x'), await modeOf('rk_test_x')]).toEqual([false, false])
  const server = createServer(async (request, response) => {
    response.end(String(await live.answerPayPage(request, response)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  expect(await (await fetch(`http://127.0.0.1:${port}/practice/pay/cs_test_1`)).text()).toBe('false')
})

test.each(['sk_live_x', 'rk_live_x'])(
  'S11: the live key %s is never used with a payment simulator',
  async (secretKey) => {
    const env = envOf({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: 'whsec_x' })
    const opening = openPaymentProvider({
      ...parts,
      demo: false,
      env,
      providerForTests: { simulatorPort: 1 },
    })
    await expect(opening).rejects.toThrow('live key')
  },
)

test('S11: no setting leads a shop to another provider', async () => {
  const env = envOf({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_HOST: '127.0.0.1',
    STRIPE_API_BASE: 'http://127.0.0.1:1',
    simulatorPort: '1',
  })
  expect(Object.keys(env).filter((name) => /host|base|simulator/i.test(name))).toEqual(['HOST', 'API_BASE'])
})

test('a demo starts its payment simulator and keeps what it knows in the data folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payment-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const payment = await openPaymentProvider({ ...parts, demo: true, env: envOf({ DATA_DIR: dataDir }) })
  onTestFinished(() => payment.close())
  expect(payment.gateway.livemode).toBe(false)
  expect(await payment.gateway.session('cs_test_none')).toBeUndefined()
})

test('a request that waits for the provider is none of the renders in flight', async () => {
  const env = envOf({ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' })
  const { gateway } = await openPaymentProvider({
    ...parts,
    demo: false,
    env,
    providerForTests: { simulatorPort: 1 },
  })
  const outside: string[] = []
  const asking = (name: string) =>
    gatewayOutside(gateway, (wait) => {
      outside.push(name)
      return wait()
    })
  await asking('open').open(JSON.parse('{}'), 'key', 1)
  await expect(asking('session').session('cs_test_1', 1)).rejects.toThrow()
  await expect(asking('expire').expire('cs_test_1', 1)).rejects.toThrow()
  await expect(asking('payment').sessionOfPayment('pi_1')).rejects.toThrow()
  await expect(asking('refunds').refundsOf('pi_1')).rejects.toThrow()
  await expect(asking('dispute').dispute('du_1')).rejects.toThrow()
  expect(outside).toEqual(['open', 'session', 'expire', 'payment', 'refunds', 'dispute'])
})
