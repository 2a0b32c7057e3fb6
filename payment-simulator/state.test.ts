import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { demoTyped } from './pay-form.ts'
import { createClient, keys, order, startAll } from './simulator-for-tests.ts'

const idempotencyKey = 'checkout:order-1:1'
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('sessions, keys and the clock survive a restart', async () => {
  const stateFile = join(await newFolder(), 'deep', 'practice.json')
  const asked = order({ expires_at: Math.floor(Date.now() / 1000) + 8 * 3600 })
  const first = await startAll({ stateFile })
  const session = await first.stripe.checkout.sessions.create(asked, { idempotencyKey })
  const paid = await first.stripe.checkout.sessions.create(asked)
  await first.simulator.pay(paid.id)
  await first.simulator.advanceClock(7 * 3600_000)
  await first.simulator.close()

  const second = await startAll({ stateFile })
  expect(second.simulator.sessions()).toMatchObject([
    { id: paid.id, payment_status: 'paid' },
    { id: session.id, status: 'open' },
  ])
  expect((await second.stripe.checkout.sessions.create(asked, { idempotencyKey })).id).toBe(session.id)
  const page = await fetch(`http://127.0.0.1:${second.simulator.port}/practice/pay/${session.id}`)
  expect(await page.text()).toContain('2,930円')
  await second.simulator.advanceClock(3600_000)
  expect((await second.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
})

test('an event that the shop could not take is delivered after a restart, with all its attempts before it', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  const first = await startAll({ stateFile, retryPausesMs: [3600_000] })
  first.webhook.statuses.push(500)
  await first.simulator.pay((await first.stripe.checkout.sessions.create(order())).id)
  await first.simulator.settled()
  await first.simulator.close()
  const second = await startAll({ stateFile, retryPausesMs: [3600_000] })
  second.webhook.statuses.push(500)
  await second.simulator.deliverNow()
  expect(second.simulator.events()).toMatchObject([{ state: 'pending', attempts: 1 }])
  await second.simulator.close()
  const third = await startAll({ stateFile })
  await third.simulator.deliverNow()
  expect(third.webhook.posts.map(({ body }) => body)).toEqual(first.webhook.posts.map(({ body }) => body))
  await third.simulator.close()
  const fourth = await startAll({ stateFile })
  await fourth.simulator.deliverNow()
  expect(fourth.webhook.posts).toEqual([])
  expect(fourth.simulator.events()).toEqual([])
})

/** A simulator as a process of its own. */
const startProcess = async (options: object) => {
  const script = `
    import { startPaymentSimulator } from ${JSON.stringify(new URL('./simulator.ts', import.meta.url))}
    const simulator = await startPaymentSimulator({ ...JSON.parse(process.argv[1]), log: console })
    process.stdout.write(simulator.port + '\\n')`
  const args = ['--input-type=module', '-e', script, JSON.stringify({ ...keys, ...options })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { port: Number(port), stripe: createClient(Number(port)), kill }
}

test('what was answered survives kill -9: a session, its key, a payment and its event', async () => {
  const stateFile = join(await newFolder(), 'practice.json')
  const child = await startProcess({ stateFile, webhookUrl: '', redirectWaitMs: 50 })
  const { id } = await child.stripe.checkout.sessions.create(order(), { idempotencyKey })
  const paying = await fetch(`http://127.0.0.1:${child.port}/practice/pay/${id}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...demoTyped, press: 'pay' }),
  })
  expect(paying.status).toBe(303)
  await child.kill()
  const { simulator, stripe, webhook } = await startAll({ stateFile })
  expect((await stripe.checkout.sessions.retrieve(id)).payment_status).toBe('paid')
  expect((await stripe.checkout.sessions.create(order(), { idempotencyKey })).id).toBe(id)
  await simulator.deliverNow()
  expect(webhook.events()).toMatchObject([{ type: 'checkout.session.completed', data: { object: { id } } }])
})

test.each([
  '{"version":2,"sessions":[{',
  '{"version":1,"clockAheadMs":0,"sessions":[],"answers":[],"events":[]}',
  '{"version":2,"clockAheadMs":0,"sessions":[{"session":{},"lines":[]}],"answers":[],"events":[]}',
])('a file that cannot be read is set aside, not overwritten: %s', async (text) => {
  const stateFile = join(await newFolder(), 'practice.json')
  await writeFile(stateFile, text)
  const { simulator, stripe } = await startAll({ stateFile })
  await stripe.checkout.sessions.create(order())
  expect(simulator.sessions()).toHaveLength(1)
  expect(await readFile(`${stateFile}.damaged`, 'utf8')).toBe(text)
  expect(JSON.parse(await readFile(stateFile, 'utf8'))).toMatchObject({ version: 2 })
})
