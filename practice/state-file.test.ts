import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { controlFor } from './control-client.ts'
import {
  createClient,
  order,
  refusalOf,
  secretKey,
  startAll,
  startWebhook,
  webhookSecret,
} from './shop-for-tests.ts'

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'practice-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The stand-in as a process of its own. */
const startProcess = async (options: Record<string, unknown>) => {
  const argument = JSON.stringify({ secretKey, webhookSecret, endWithStdin: true, ...options })
  const entry = join(import.meta.dirname, 'run-practice-provider.ts')
  const child = spawn(process.execPath, [entry, argument], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  onTestFinished(() => void child.kill('SIGKILL'))
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface({ input: child.stdout }).once('line', resolve)
  const port: number = JSON.parse(await promise).port
  return { child, ended, stripe: createClient(port), control: controlFor(port) }
}

test('sessions, keys and the clock survive a restart', async () => {
  const stateFile = join(await newFolder(), 'deep', 'practice.json')
  const idempotencyKey = 'checkout:order-1:1'
  const first = await startAll({ stateFile })
  const session = await first.stripe.checkout.sessions.create(order(), { idempotencyKey })
  const paid = await first.stripe.checkout.sessions.create(order())
  await first.provider.pay(paid.id)
  await first.provider.advanceClock(7 * 3600_000)
  await first.provider.close()

  const second = await startAll({ stateFile })
  expect(second.provider.sessions().map(({ id }) => id)).toEqual([paid.id, session.id])
  expect((await second.stripe.checkout.sessions.retrieve(paid.id)).payment_status).toBe('paid')
  expect((await second.stripe.checkout.sessions.create(order(), { idempotencyKey })).id).toBe(session.id)
  await second.provider.advanceClock(17 * 3600_000)
  expect((await second.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
})

test('an event that the shop could not take is delivered after a restart', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  const first = await startAll({ stateFile, retryPausesMs: [3600_000] })
  first.webhook.statuses.push(500)
  await first.provider.pay((await first.stripe.checkout.sessions.create(order())).id)
  await first.provider.settled()
  await first.provider.close()
  const second = await startAll({ stateFile })
  await second.provider.settled()
  expect(second.webhook.posts.map(({ body }) => body)).toEqual(first.webhook.posts.map(({ body }) => body))
  await second.provider.close()
  const third = await startAll({ stateFile })
  await third.provider.settled()
  expect(third.webhook.posts).toHaveLength(0)
})

test('after a restart an event has all its attempts before it', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  for (let run = 0; run < 3; run += 1) {
    const { provider, stripe, webhook } = await startAll({ stateFile, retryPausesMs: [3600_000] })
    webhook.statuses.push(500)
    if (run === 0) await provider.pay((await stripe.checkout.sessions.create(order())).id)
    await provider.settled()
    expect(provider.events()).toMatchObject([{ state: 'pending', attempts: 1 }])
    await provider.close()
  }
})

test('what was answered survives kill -9', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  const webhook = await startWebhook()
  const first = await startProcess({ stateFile, webhookUrl: webhook.url })
  const idempotencyKey = 'checkout:order-1:1'
  const { id } = await first.stripe.checkout.sessions.create(order(), { idempotencyKey })
  await first.control({ do: 'events', fault: { kind: 'hold' } })
  await first.control({ do: 'pay', sessionId: id })
  first.child.kill('SIGKILL')
  await first.ended
  const second = await startProcess({ stateFile, webhookUrl: webhook.url })
  expect((await second.stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  expect((await second.stripe.checkout.sessions.create(order(), { idempotencyKey })).id).toBe(id)
  await second.control({ do: 'releaseHeld' })
  expect(webhook.events()).toMatchObject([{ type: 'checkout.session.completed' }])
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('a damaged file is set aside, not overwritten', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  await writeFile(stateFile, '{"version":1,"sessions":[{')
  const { provider, stripe } = await startAll({ stateFile })
  await stripe.checkout.sessions.create(order())
  expect(provider.sessions()).toHaveLength(1)
  expect(await readFile(`${stateFile}.damaged`, 'utf8')).toBe('{"version":1,"sessions":[{')
  expect(JSON.parse(await readFile(stateFile, 'utf8'))).toMatchObject({ version: 1 })
})

test('a test in another process can do everything through the control endpoint', async () => {
  const webhook = await startWebhook()
  const { stripe, control, child, ended } = await startProcess({ retryPausesMs: [3600_000] })
  await control({ do: 'setWebhookUrl', url: webhook.url })
  await control({ do: 'calls', fault: { kind: 'fail', status: 503 }, plan: { only: 'create' } })
  expect((await refusalOf(stripe.checkout.sessions.create(order()))).statusCode).toBe(503)
  const { id } = await stripe.checkout.sessions.create(order())
  await control({ do: 'pay', sessionId: id, waits: true })
  await control({ do: 'settlePayment', sessionId: id, outcome: 'succeeded' })
  const other = await stripe.checkout.sessions.create(order())
  await control({ do: 'expire', sessionId: other.id })
  const third = await stripe.checkout.sessions.create(order())
  await control({ do: 'advanceClock', ms: 25 * 3600_000 })
  expect((await stripe.checkout.sessions.retrieve(third.id)).status).toBe('expired')
  await control({ do: 'settled' })
  await control({ do: 'deliverNow' })
  expect(webhook.posts).toHaveLength(4)
  expect(await control({ do: 'look', at: 'sessions' })).toHaveLength(3)
  expect(await control({ do: 'look', at: 'events' })).toHaveLength(4)
  expect(await control({ do: 'look', at: 'invalidRequests' })).toEqual([])
  expect(await control({ do: 'look', at: 'requests' })).toHaveLength(5)
  await control({ do: 'paymentsWait' })
  await control({ do: 'calm' })
  await expect(control({ do: 'pay', sessionId: id })).rejects.toThrow('complete')
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('there is no control endpoint unless it is asked for', async () => {
  const { provider } = await startAll()
  await expect(controlFor(provider.port)({ do: 'calm' })).rejects.toThrow()
  const controlled = await startAll({ control: true })
  await controlFor(controlled.provider.port)({ do: 'calm' })
  const nonsense = await fetch(`http://127.0.0.1:${controlled.provider.port}/_control`, {
    method: 'POST',
    body: '{"do":"x"}',
  })
  expect(nonsense.status).toBe(400)
  expect(provider.invalidRequests()).toHaveLength(1)
})
